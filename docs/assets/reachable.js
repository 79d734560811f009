// What the theme's script wraps so that it scrolls (wide tables) can be reached and scrolled by keys.
{
  const reach = () => {
    for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) box.tabIndex = 0;
  };
  new MutationObserver(reach).observe(document.body, { childList: true, subtree: true });
  reach();
}

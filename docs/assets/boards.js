// Boards on these pages get their games from scripts, because a page opened as a file may not fetch.
{
  const here = document.currentScript.src;
  const boards = document.querySelectorAll("eckstein-board[data-film]");

  const load = (path) => {
    const script = document.createElement("script");
    script.src = new URL(path, here);
    return new Promise((done, failed) => {
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });
  };

  if (boards.length) {
    load("board.js");
    customElements.whenDefined("eckstein-board").then(() => {
      for (const board of boards) {
        const name = board.dataset.film;
        load(`../games/films/${name}.js`).then(() => { board.film = window.ecksteinFilms[name]; });
      }
    });
  }
}

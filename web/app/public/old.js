// Browsers that know no modules are told what the page needs, as those are that run no scripts.
document.getElementById("app").innerHTML = document.getElementsByTagName("noscript")[0].textContent;

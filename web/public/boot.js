// Says at once that the application did not arrive, and lets 重试 come back to the same page.
// A file of its own: inline script is not allowed, and the entry may be what is missing.
(function () {
  var root = document.getElementById("root");
  var again = document.getElementById("boot-again");
  window.addEventListener(
    "error",
    function (event) {
      if (event.target instanceof HTMLScriptElement) root.classList.add("boot-failed");
    },
    true,
  );
  again.addEventListener("click", function (event) {
    event.preventDefault();
    location.reload();
  });
})();

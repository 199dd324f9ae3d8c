import nprogress from "nprogress";
import "./progress.css";

nprogress.configure({
  showSpinner: false,
  speed: 240,
  trickleSpeed: 160,
  // The package's own template names a role that does not exist.
  template: '<div class="bar" aria-hidden="true"></div>',
  barSelector: ".bar",
});

let running = 0;

/** Shows the bar on top of the window until every started step has ended. */
export function startProgress(): () => void {
  running += 1;
  nprogress.start();
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    running -= 1;
    if (running === 0) nprogress.done();
  };
}

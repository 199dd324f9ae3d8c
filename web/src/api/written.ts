type Listener = () => void;

let listener: Listener = () => {};

/** Who wants to know that something on the server has changed by our hand. */
export function onWritten(heard: Listener) {
  listener = heard;
}

export function noteWritten() {
  listener();
}

/** The link as a customer opens it: without an address of its own it is under where we are now. */
export function fullLink(link: string): string {
  return new URL(link, window.location.origin).href;
}

/**
 * The client does not know the router; the application says here what happens
 * when the server no longer accepts the token.
 */
interface SignedOutHandler {
  isOnLogin: () => boolean;
  leave: () => void;
}

let handler: SignedOutHandler | undefined;

export function onSignedOut(next: SignedOutHandler) {
  handler = next;
}

/**
 * 401: leaves for /login unless already there. Answers whether this call is the
 * one that left, so that ten calls failing together warn once.
 */
export function signedOut(): boolean {
  if (!handler || handler.isOnLogin()) return false;
  handler.leave();
  return true;
}

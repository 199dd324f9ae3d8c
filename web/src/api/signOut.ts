import { getToken } from "@/lib/session";

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
 * 401 for a call sent with this token. Leaves for /login once: leaving clears the
 * token, so what fails after it, or was sent before a new sign-in, is "late".
 */
export function signedOut(sentToken: string | null): "left" | "onLogin" | "late" {
  if (!handler || handler.isOnLogin()) return "onLogin";
  if (getToken() !== sentToken) return "late";
  handler.leave();
  return "left";
}

/**
 * A key that marks one decision of a person. Not `randomUUID`: that is missing where the
 * office is reached over plain http in its own network.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

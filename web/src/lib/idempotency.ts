/**
 * A key that marks one decision of a person. Not `randomUUID`: that is missing where the
 * office is reached over plain http in its own network.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Keys of decisions whose outcome is not known. The same content keeps its key, so that a second
 * click or a second try after a lost answer does the thing once; other content is another decision,
 * and so is the same content after the server has answered.
 */
export function newDecisions() {
  const keys = new Map<string, string>();
  return {
    keyOf(content: unknown): string {
      const text = JSON.stringify(content);
      const key = keys.get(text) ?? newKey();
      keys.set(text, key);
      return key;
    },
    settle(content: unknown) {
      keys.delete(JSON.stringify(content));
    },
  };
}

/** The fields a person filled in; empty ones are not sent. */
export function filled<V extends object>(values: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== "",
    ),
  ) as Partial<V>;
}

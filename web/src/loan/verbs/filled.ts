/** What was filled in; empty fields are not sent. What must be there is the form's to ask for. */
export function filled<V extends object>(values: V): V {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== "",
    ),
  ) as V;
}

export interface Named {
  id: number;
  nickName: string;
}

/** The customers something is done to, in a few words. */
export function whom(customers: readonly Named[]): string {
  const first = customers[0]?.nickName ?? "";
  return customers.length === 1 ? first : `${first}等 ${customers.length} 位客户`;
}

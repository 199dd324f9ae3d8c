import { useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import type { AppUserShoukuan } from "@/api/types.gen";

/** The receiving accounts of one customer. */
export function useAccounts(userId: number | undefined) {
  return useQuery({
    queryKey: ["accounts", userId],
    queryFn: ({ signal }) =>
      call("GET /app/user/shoukuan/findAllByList", { userId }, { ...quiet, signal }),
    enabled: userId !== undefined,
  });
}

const usable = ({ state }: AppUserShoukuan) => state !== "TINGYONG";

export function accountOptions(accounts: readonly AppUserShoukuan[]) {
  return accounts.filter(usable).map(({ id, zhaiyao, isMoren }) => ({
    value: id,
    label: isMoren ? `${zhaiyao}（默认）` : zhaiyao,
  }));
}

export function defaultAccount(accounts: readonly AppUserShoukuan[]): number | undefined {
  const open = accounts.filter(usable);
  return (open.find(({ isMoren }) => isMoren) ?? open[0])?.id;
}

import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, quiet } from "@/api/client";

export interface Company {
  name: string;
  logo: string;
  helpUrl: string;
  /** Where the pictures of a map come from; empty without a tile server. */
  tileUrl: string;
}

const unnamed: Company = { name: "掌柜", logo: "", helpUrl: "", tileUrl: "" };

async function fetchCompany(): Promise<Company> {
  const rows = await call("GET /app/config/findByType/{type}", { type: "JICHU" }, quiet);
  const value = (key: string) => rows.find((row) => row.jian === key)?.zhi?.trim() ?? "";
  const helpUrl = value("bangzhuUrl");
  const tileUrl = value("dituTileUrl");
  return {
    name: value("gongsiMingcheng") || unnamed.name,
    logo: value("logo"),
    helpUrl: /^(https?:\/\/|\/)/i.test(helpUrl) ? helpUrl : "",
    tileUrl: /^(https:\/\/|\/)/i.test(tileUrl) ? tileUrl : "",
  };
}

/** Whoever changes the settings makes it be asked for again. */
const asked = queryOptions({
  queryKey: ["company"],
  queryFn: fetchCompany,
  staleTime: Infinity,
});

/** Asked for together with the menu, so that the shell has the name from its first moment. */
export function loadCompany(client: QueryClient): Promise<void> {
  return client.prefetchQuery(asked);
}

/** Name, logo and help link of the business; plain defaults until they are known. */
export function useCompany(): Company {
  const { data } = useQuery(asked);
  return data ?? unnamed;
}

/** The window's title follows the page that is shown. */
export function useCompanyTitle(page: string | undefined, isShown: boolean) {
  const { name } = useCompany();
  useEffect(() => {
    if (isShown) document.title = page ? `${page} - ${name}` : name;
  }, [page, name, isShown]);
}

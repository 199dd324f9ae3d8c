import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, quiet } from "../api/client";

interface ConfigRow {
  jian: string;
  zhi: string | null;
}

export interface Company {
  name: string;
  logo: string;
  helpUrl: string;
}

const unnamed: Company = { name: "掌柜", logo: "", helpUrl: "" };

async function fetchCompany(): Promise<Company> {
  const rows = await call<ConfigRow[]>("GET", "/api/app/config/findByType/JICHU", quiet);
  const value = (key: string) => rows.find((row) => row.jian === key)?.zhi?.trim() ?? "";
  const helpUrl = value("bangzhuUrl");
  return {
    name: value("gongsiMingcheng") || unnamed.name,
    logo: value("logo"),
    helpUrl: /^(https?:\/\/|\/)/i.test(helpUrl) ? helpUrl : "",
  };
}

/** Name, logo and help link of the business; plain defaults until they are known. */
export function useCompany(): Company {
  const { data } = useQuery({ queryKey: ["company"], queryFn: fetchCompany, staleTime: Infinity });
  return data ?? unnamed;
}

/** The window's title follows the page. */
export function useCompanyTitle(page: string | undefined) {
  const { name } = useCompany();
  useEffect(() => {
    document.title = page ? `${page} - ${name}` : name;
  }, [page, name]);
}

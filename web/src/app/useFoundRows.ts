import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client";
import { useLinkTo, type LinkTo } from "@/lib/linkTo";
import { useSettled } from "@/lib/useSettled";

/** A row that was found, or a search that a page does. */
export interface FoundRow {
  key: string;
  title: string;
  /** What kind of thing it is. */
  trail: string;
  /** Where it opens, in the application. */
  to: string;
}

const TYPING_MS = 250;
const EACH = 5;
const NUMBER = /^[A-Za-z]{0,4}\d{4,}$/;
const PHONE = /^(1\d{10}|\d{4})$/;

/** Customers by name, orders by number and products by name, each where the person has its page. */
export function useFoundRows(typed: string): FoundRow[] {
  const linkTo = useLinkTo();
  const wanted = typed.trim();
  const settled = useSettled(wanted, TYPING_MS);
  const found = useQuery({
    queryKey: ["palette", settled],
    queryFn: ({ signal }) => find(settled, linkTo, signal),
    enabled: settled.length >= 2,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const rows = settled.length >= 2 && settled === wanted ? (found.data ?? []) : [];
  return [...byPhone(wanted, linkTo), ...rows];
}

/** A number that is private is searched for by its page, once somebody decided to: it counts. */
function byPhone(wanted: string, linkTo: LinkTo): FoundRow[] {
  const to = PHONE.test(wanted) ? linkTo("app/user", { phone: wanted }) : undefined;
  return to ? [{ key: "phone", title: `查找手机号 ${wanted}`, trail: "客户", to: bare(to) }] : [];
}

async function find(text: string, linkTo: LinkTo, signal: AbortSignal): Promise<FoundRow[]> {
  const options = { signal, silent: true };
  const asked: Promise<FoundRow[]>[] = [];
  if (NUMBER.test(text)) {
    if (linkTo("app/dingdan", {}))
      asked.push(
        call("GET /app/dingdan/findAllByPage", { bianhao: text, size: EACH }, options).then(
          (page) =>
            page.records.map(({ id, bianhao, userShow }) =>
              row("app/dingdan", id, `${bianhao} ${userShow}`, "订单", linkTo),
            ),
        ),
      );
  } else {
    if (linkTo("app/user", {}))
      asked.push(
        call("GET /app/user/findAllByPage", { nickName: text, size: EACH }, options).then((page) =>
          page.records.map(({ id, nickName, phone }) =>
            row("app/user", id, `${nickName} ${phone}`, "客户", linkTo),
          ),
        ),
      );
    if (linkTo("app/project", {}))
      asked.push(
        call("GET /app/project/findAllByPage", { mingcheng: text, size: EACH }, options).then(
          (page) =>
            page.records.map(({ id, mingcheng }) => ({
              key: `app/project ${id}`,
              title: mingcheng,
              trail: "产品",
              to: bare(linkTo("app/project", { mingcheng }) ?? ""),
            })),
        ),
      );
  }
  // What one list refuses does not hide what another found.
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

function row(
  resource: "app/dingdan" | "app/user",
  id: number,
  title: string,
  trail: string,
  linkTo: LinkTo,
): FoundRow {
  return {
    key: `${resource} ${id}`,
    title,
    trail,
    to: bare(linkTo(resource, { shown: id }) ?? ""),
  };
}

/** Links are written for the address bar; the router takes them without the mark. */
const bare = (to: string) => to.replace(/^#/, "");

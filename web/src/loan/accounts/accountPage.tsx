import type { RowOf } from "@/crud/column";
import type { ColumnOverrides } from "@/crud/fromMeta";
import type { PageHandle } from "@/crud/page";
import type { RowAction } from "@/crud/table/RowActions";
import { callOnce } from "@/crud/verb/callOnce";

export type Account = RowOf<"app/user/shoukuan">;

async function makeDefault({ id, banbenSuo }: Account, page: PageHandle<Account>) {
  try {
    await callOnce("POST /app/user/shoukuan/edit", { id, banbenSuo, isMoren: true });
  } finally {
    page.reload();
  }
}

export const accountActions = (page: PageHandle<Account>): RowAction<Account>[] => [
  {
    label: "设为默认",
    perm: "app:user:shoukuan:edit",
    isHidden: ({ isMoren, state }) => isMoren || state !== "QIYONG",
    onClick: (account) => void makeDefault(account, page).catch(() => {}),
  },
];

/** The one-line text says bank and last digits; the single parts wait behind the column settings. */
export const accountColumns: ColumnOverrides<Account> = {
  zhaiyao: { width: 200 },
  yhkKaihuhang: { isShow: false },
  yhkXingming: { isShow: false },
  zhanghao: { width: 185 },
  shoukuanzhanghao: { width: 140 },
  isMoren: {
    width: 84,
    render: ({ isMoren }) => (isMoren ? "默认" : <span className="dt-empty">—</span>),
  },
};

/** Most accounts are bank cards. */
export const newAccount = { type: "YINHANGKA" };

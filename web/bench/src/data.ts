import type { Row } from "@/crud/column";

export const ROWS = 50;

export const STATES = [
  { value: "DAISHENHE", label: "待审核", tagType: "warning" },
  { value: "DAIHUANKUAN", label: "待还款", tagType: "primary" },
  { value: "YIJIEQING", label: "已结清", tagType: "success" },
];

/** Fifty orders; another seed gives other values, so that nothing is found equal by accident. */
export function makeRows(seed: number): Row[] {
  return Array.from({ length: ROWS }, (_, index) => {
    const n = seed * ROWS + index + 1;
    return {
      id: index + 1,
      bianhao: `DK2026${String(n).padStart(8, "0")}`,
      userShow: `客户${n}`,
      phone: `138****${String(n % 10_000).padStart(4, "0")}`,
      projectShow: `产品${n % 7}`,
      qudaoShow: `渠道${n % 5}`,
      jiekuanJine: n * 1234,
      huankuanJine: n * 1357,
      qishu: (n % 12) + 1,
      state: STATES[n % STATES.length]?.value,
      isYuqi: n % 3 === 0,
      genjinrenShow: `员工${n % 9}`,
      beizhu: `第 ${n} 笔，客户要求周末联系，请先核对收款账户再放款。`,
      createTime: `2026-03-${String((n % 28) + 1).padStart(2, "0")} 09:00:00`,
    };
  });
}

import { create } from "zustand";
import { call, quiet } from "@/api/client";

export interface DictItem {
  dictLabel: string;
  dictValue: string;
  tagType?: string | null;
  isMoren?: boolean;
  paixu?: number;
}

interface DictGroup {
  type: string;
  dataList: DictItem[];
}

interface DictState {
  byType: Record<string, DictItem[]>;
}

export const useDictStore = create<DictState>(() => ({ byType: {} }));

const none: DictItem[] = [];

/** The entries of one dictionary, in order; empty while unknown. */
export function useDict(type: string | null | undefined): DictItem[] {
  return useDictStore((state) => (type ? state.byType[type] : undefined) ?? none);
}

/** The label of a value, or the value itself when the dictionary does not know it. */
export function dictLabel(type: string, value: string): string {
  const found = useDictStore.getState().byType[type]?.find((item) => item.dictValue === value);
  return found?.dictLabel ?? value;
}

export function setDicts(groups: DictGroup[]) {
  useDictStore.setState({
    byType: Object.fromEntries(groups.map((group) => [group.type, group.dataList])),
  });
}

export async function loadDicts(): Promise<void> {
  setDicts(await call("GET /app/dict/init", {}, quiet));
}

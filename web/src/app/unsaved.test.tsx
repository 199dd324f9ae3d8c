import { act, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { create } from "zustand";
import { useTabDirty } from "@/lib/tabScope";
import { TabPanes } from "./TabPanes";
import type { Tab } from "./tabs";
import { useUnsaved } from "./unsaved";

/** Two forms of one page: null is not open, otherwise whether something was typed. */
const useForms = create<{ first: boolean | null; second: boolean | null }>(() => ({
  first: null,
  second: null,
}));

function OneForm({ isDirty }: { isDirty: boolean }) {
  useTabDirty(isDirty);
  return null;
}

function TwoForms() {
  const { first, second } = useForms();
  return (
    <>
      {first === null ? null : <OneForm isDirty={first} />}
      {second === null ? null : <OneForm isDirty={second} />}
    </>
  );
}

vi.mock("./views", () => ({ openView: () => undefined, renderView: () => <TwoForms /> }));

const tab: Tab = {
  path: "/a",
  search: "",
  title: "甲",
  isPinned: false,
  isCached: true,
  isVisited: true,
  epoch: 0,
};

const panes = (activePath: string) => (
  <MemoryRouter>
    <TabPanes tabs={[tab]} activePath={activePath} />
  </MemoryRouter>
);

const isMarked = () => useUnsaved.getState().paths.has("/a");
const set = (forms: Partial<ReturnType<typeof useForms.getState>>) =>
  act(async () => useForms.setState(forms));

afterEach(() => {
  useForms.setState({ first: null, second: null });
});

it("a second form does not take the first one's mark away", async () => {
  render(panes("/a"));
  await set({ first: true });
  await set({ second: false });
  expect(isMarked()).toBe(true);
  await set({ second: true });
  await set({ second: null });
  expect(isMarked()).toBe(true);
  await set({ first: false });
  expect(isMarked()).toBe(false);
});

it("a hidden tab keeps its mark, and loses it when its form ended meanwhile", async () => {
  const { rerender } = render(panes("/a"));
  await set({ first: true, second: true });
  await act(async () => rerender(panes("/b")));
  expect(isMarked()).toBe(true);
  // The answer came while another tab was looked at, and the dialog closed.
  await set({ first: null });
  await act(async () => rerender(panes("/a")));
  expect(isMarked()).toBe(true);
  await act(async () => rerender(panes("/b")));
  await set({ second: null });
  await act(async () => rerender(panes("/a")));
  expect(isMarked()).toBe(false);
});

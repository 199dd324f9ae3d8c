import { act, render, screen } from "@testing-library/react";
import { Activity, StrictMode, useState } from "react";
import { expect, it, vi } from "vitest";
import { TabScope, useTabInstance, useTabSearch, type TabHandle } from "./tabScope";

const handle: TabHandle = {
  path: "/a",
  active: true,
  search: "size=20",
  setSearch: vi.fn(),
  setTitle: vi.fn(),
  markDirty: vi.fn(),
  refresh: vi.fn(),
  close: vi.fn(),
};

const create = vi.fn(() => ({ history: [] as string[] }));
const destroy = vi.fn();

function Editor() {
  useTabInstance("editor", create, destroy);
  return null;
}

const tree = (mode: "visible" | "hidden") => (
  <StrictMode>
    <TabScope handle={handle}>
      <Activity mode={mode}>
        <Editor />
      </Activity>
    </TabScope>
  </StrictMode>
);

it("an instance survives hiding and ends with the tab, in strict mode too", async () => {
  const { rerender, unmount } = render(tree("visible"));
  rerender(tree("hidden"));
  rerender(tree("visible"));
  await act(async () => undefined);
  expect(destroy).not.toHaveBeenCalled();
  const made = create.mock.calls.length;
  unmount();
  await act(async () => undefined);
  expect(destroy).toHaveBeenCalledOnce();
  expect(create).toHaveBeenCalledTimes(made);
});

function Search() {
  const [params, setParams] = useTabSearch();
  const [renders] = useState(0);
  return (
    <button type="button" onClick={() => setParams(new URLSearchParams({ size: "50" }))}>
      {params.get("size") ?? "none"} {renders}
    </button>
  );
}

it("reads and writes the tab's own query", () => {
  render(
    <TabScope handle={handle}>
      <Search />
    </TabScope>,
  );
  act(() => screen.getByText(/^20/).click());
  expect(handle.setSearch).toHaveBeenCalledExactlyOnceWith("size=50", "replace");
});

it("keeps a query in memory where there is no tab", () => {
  render(<Search />);
  act(() => screen.getByText(/^none/).click());
  expect(screen.getByText(/^50/)).toBeInTheDocument();
});

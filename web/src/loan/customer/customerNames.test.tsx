import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { ColumnMeta } from "@/api/resources";
import { resources } from "@/api/resources.gen";
import { listColumns } from "@/crud/fromMeta";
import { cellFor } from "@/crud/table/cells";

const CUSTOMER = "app/user";

const isCustomer = ({ ref, names }: ColumnMeta) => ref === CUSTOMER || names?.ref === CUSTOMER;

/** Every list in which a customer is named. */
const lists = Object.values(resources).filter(({ columns }) =>
  columns.some((column) => column.isList && isCustomer(column)),
);

describe("the customer's name opens the customer", () => {
  it.each(lists.map(({ path, label }) => [label, path] as const))("in %s", async (_label, path) => {
    const meta = resources[path];
    const named = meta?.columns.find((column) => column.isList && isCustomer(column));
    const column = meta && listColumns(meta).find(({ prop }) => prop === named?.prop);
    if (!named || !column) throw new Error("no such column");
    const open = vi.fn();
    const env = { resource: path, view: () => {}, onSwitch: async () => {} };
    const cell = cellFor(column, { ...env, openers: { [CUSTOMER]: open } });
    const [id, text] = named.names ? [named.names.id, named.prop] : [named.prop, named.show ?? ""];
    render(cell({ id: 1, [id]: 7, [text]: "周明" }));
    await userEvent.click(screen.getByRole("button", { name: "周明" }));
    expect(open).toHaveBeenCalledWith(7);
  });

  it("wherever a list says whose its rows are", () => {
    const silent = Object.values(resources).filter(
      (meta) =>
        meta.path.startsWith("app/") &&
        meta.path !== CUSTOMER &&
        !meta.oneByOne &&
        meta.columns.some(({ prop }) => prop === "userId" || prop === "userShow") &&
        !lists.includes(meta),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
    expect(lists.length).toBeGreaterThan(8);
  });
});

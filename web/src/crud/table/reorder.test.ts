import { http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { toast } from "@/lib/feedback";
import { at, envelope, server } from "@/test/server";
import { newPlaces, saveOrder } from "./reorder";

const rows = (...paixu: number[]) => paixu.map((one, index) => ({ id: index + 1, paixu: one }));
const told = (places: ReturnType<typeof newPlaces>) =>
  Object.fromEntries(places.map(({ row, paixu }) => [row.id, paixu]));

describe("a new order", () => {
  it("deals the old numbers out again and touches only what moved", () => {
    const [a, b, c, d] = rows(10, 20, 30, 40);
    if (!a || !b || !c || !d) throw new Error("four rows");
    expect(told(newPlaces([a, b, c, d], c, a))).toEqual({ 3: 10, 1: 20, 2: 30 });
    expect(told(newPlaces([a, b, c, d], a, null))).toEqual({ 2: 10, 3: 20, 4: 30, 1: 40 });
  });

  it("numbers rows afresh where several had the same number", () => {
    const [a, b, c] = rows(0, 0, 0);
    if (!a || !b || !c) throw new Error("three rows");
    expect(told(newPlaces([a, b, c], c, b))).toEqual({ 3: 10, 2: 20 });
  });
});

function serve(answer: () => Response): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post(at("/api/app/fruit/paixu"), async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

describe("saving a new order", () => {
  const places = [
    { row: { id: 3, paixu: 30, banbenSuo: 7 }, paixu: 10 },
    { row: { id: 1, paixu: 10, banbenSuo: 0 }, paixu: 20 },
  ];

  it("is one call with the versions that were seen", async () => {
    const success = vi.spyOn(toast, "success").mockImplementation(() => undefined);
    const sent = serve(() => envelope(null));
    await saveOrder("app/fruit", places);
    expect(sent).toEqual([
      {
        records: [
          { id: 3, paixu: 10, banbenSuo: 7 },
          { id: 1, paixu: 20, banbenSuo: 0 },
        ],
      },
    ]);
    expect(success).toHaveBeenCalledExactlyOnceWith("操作成功");
  });

  it("says why it was refused, once", async () => {
    const warning = vi.spyOn(toast, "warning").mockImplementation(() => undefined);
    serve(() => envelope(null, 301, "数据已被他人修改"));
    await saveOrder("app/fruit", places);
    expect(warning).toHaveBeenCalledExactlyOnceWith("数据已被他人修改");
  });

  it("asks nothing where nothing moved", async () => {
    const sent = serve(() => envelope(null));
    await saveOrder("app/fruit", []);
    expect(sent).toEqual([]);
  });
});

import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { useState } from "react";
import { expect, it } from "vitest";
import { at, envelope, server } from "@/test/server";
import { RefSelect, RefsSelect } from "./RefSelect";
import { showPage } from "./testSupport";

const FENLEI = "app/project/fenlei";

/** Fifty rows on the first page, and one beyond; what was asked is kept. */
function serve() {
  const asked = { searches: [] as string[], ids: [] as string[] };
  const far = { id: 77, mingcheng: "车辆抵押" };
  server.use(
    http.get(at(`/api/${FENLEI}/findAllByPage`), ({ request }) => {
      const text = new URL(request.url).searchParams.get("mingcheng") ?? "";
      asked.searches.push(text);
      const near = Array.from({ length: 50 }, (_, n) => ({ id: n + 1, mingcheng: `分类${n + 1}` }));
      const records = [...(text ? [far] : []), ...near].filter((row) =>
        row.mingcheng.includes(text),
      );
      return envelope({ records, total: 51, totalExact: true });
    }),
    http.get(at(`/api/${FENLEI}/findById/:id`), ({ params }) => {
      asked.ids.push(String(params.id));
      return params.id === "77" ? envelope(far) : envelope(null, 2004, "数据不存在");
    }),
  );
  return asked;
}

function One({ start, known }: { start: number | null; known?: ReadonlyMap<number, string> }) {
  const [value, setValue] = useState(start);
  return (
    <RefSelect resource={FENLEI} value={value} onChange={setValue} {...(known ? { known } : {})} />
  );
}

it("asks once a person has stopped typing", async () => {
  const asked = serve();
  showPage(<One start={null} />, []);
  await waitFor(() => expect(asked.searches).toEqual([""]));
  await userEvent.type(screen.getByRole("combobox"), "车辆抵");
  await screen.findByText("车辆抵押");
  expect(asked.searches).toEqual(["", "车辆抵"]);
});

it("keeps the name of what was found by searching", async () => {
  const asked = serve();
  showPage(<One start={null} />, []);
  await userEvent.type(screen.getByRole("combobox"), "车辆");
  await userEvent.click(await screen.findByText("车辆抵押"));
  await waitFor(() => expect(screen.getByRole("combobox")).toHaveValue(""));
  await waitFor(() => expect(asked.searches.at(-1)).toBe("车辆"));
  expect(screen.getAllByText("车辆抵押")).not.toHaveLength(0);
  expect(screen.queryByTitle("77")).toBeNull();
  expect(asked.ids).toEqual([]);
});

it("finds the name of a row beyond the first fifty", async () => {
  const asked = serve();
  showPage(<One start={77} />, []);
  expect(await screen.findByText("车辆抵押")).toBeInTheDocument();
  expect(asked.ids).toEqual(["77"]);
});

it("asks for no name that the first page or the record tells", async () => {
  const asked = serve();
  showPage(<One start={3} />, []);
  expect(await screen.findByText("分类3")).toBeInTheDocument();
  expect(asked.ids).toEqual([]);
});

it("shows what the record calls a deleted row, and its number where nothing is known", async () => {
  const asked = serve();
  showPage(<One start={88} known={new Map([[88, "已删的分类"]])} />, []);
  expect(await screen.findByText("已删的分类")).toBeInTheDocument();
  expect(asked.ids).toEqual([]);
  showPage(<One start={99} />, []);
  await waitFor(() => expect(asked.ids).toEqual(["99"]));
  expect(await screen.findByTitle("99")).toBeInTheDocument();
});

it("names each of several", async () => {
  serve();
  showPage(<RefsSelect resource={FENLEI} value={[2, 77]} />, []);
  expect(await screen.findByText("车辆抵押")).toBeInTheDocument();
  expect(screen.getByText("分类2")).toBeInTheDocument();
});

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { at, envelope, server } from "@/test/server";
import { ResourceForm } from "./ResourceForm";
import { every, fruit, showPage } from "@/crud/testSupport";

const record = { id: 7, banbenSuo: 3, name: "苹果", state: "QIYONG", jine: 500 };
const nothing = () => {};

it("an edit dialog keeps what was typed while its tab is hidden", async () => {
  server.use(http.get(at("/api/app/fruit/findById/7"), () => envelope(record)));
  const tab = showPage(
    <ResourceForm meta={fruit} row={record} onSaved={nothing} onClose={nothing} />,
    every,
  );
  await userEvent.type(await screen.findByLabelText("名称"), "园");
  await tab.hideForLong();
  // Somebody else has changed it meanwhile; saving will say so, showing must not.
  server.use(
    http.get(at("/api/app/fruit/findById/7"), () =>
      envelope({ ...record, name: "梨", banbenSuo: 4 }),
    ),
  );
  await tab.showAgain();
  expect(screen.getByLabelText("名称")).toHaveValue("苹果园");
});

it("an edit dialog keeps what was typed when the record cannot be read again", async () => {
  server.use(http.get(at("/api/app/fruit/findById/7"), () => envelope(record)));
  const tab = showPage(
    <ResourceForm meta={fruit} row={record} onSaved={nothing} onClose={nothing} />,
    every,
  );
  await userEvent.type(await screen.findByLabelText("名称"), "园");
  await tab.hideForLong();
  server.use(http.get(at("/api/app/fruit/findById/7"), () => envelope(null, 500, "系统繁忙")));
  await tab.showAgain();
  expect(screen.getByLabelText("名称")).toHaveValue("苹果园");
});

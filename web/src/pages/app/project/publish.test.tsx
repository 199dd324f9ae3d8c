import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import { showPage } from "@/crud/testSupport";
import { at, envelope, server } from "@/test/server";
import { setOnOffer, type Project } from "./publish";

const project = {
  id: 7,
  banbenSuo: 3,
  mingcheng: "三月贷",
  nianhua: 255_000,
  state: "XIAJIA",
} as Project;

function serve(result: unknown, code = 200, message = "") {
  const bodies: unknown[] = [];
  server.use(
    http.post(at("/api/app/project/edit"), async ({ request }) => {
      bodies.push(await request.json());
      return envelope(result, code, message);
    }),
  );
  const reload = vi.fn();
  showPage(null, []);
  const done = setOnOffer(project, "SHANGJIA", { reload });
  return { bodies, reload, done };
}

const press = async (name: RegExp) => userEvent.click(await screen.findByRole("button", { name }));

it("asks with the annual rate, and does nothing when the answer is no", async () => {
  const { bodies, done } = serve({});
  expect(await screen.findByText(/上架“三月贷”（综合年化 25.50%）？/)).toBeInTheDocument();
  await press(/取\s*消/);
  await done;
  expect(bodies).toEqual([]);
});

it("sends the version it saw and shows what the server warns of", async () => {
  const { bodies, reload, done } = serve({ id: 7, banbenSuo: 4, jinggao: ["超过预警线 24%"] });
  await press(/^上\s*架$/);
  expect(await screen.findByText("超过预警线 24%")).toBeInTheDocument();
  await press(/知道了/);
  await done;
  expect(bodies).toEqual([{ id: 7, banbenSuo: 3, state: "SHANGJIA" }]);
  expect(reload).toHaveBeenCalled();
});

it("keeps a refusal on the screen until it is read", async () => {
  const { reload, done } = serve(null, 2002, "综合年化 38% 超过上限 36%");
  await press(/^上\s*架$/);
  expect(await screen.findByText("综合年化 38% 超过上限 36%")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /取\s*消/ })).not.toBeInTheDocument();
  await press(/知道了/);
  await done;
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(reload).toHaveBeenCalled();
});

import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { chunkRetryMs } from "./chunk";
import { lazyDialog } from "./lazyDialog";
import { lazyPart } from "./lazyPart";
import { PartFailed } from "./PartFailed";

const Hello = ({ name }: { name: string }) => <p>你好，{name}</p>;

const faces = {
  waiting: () => <p>稍等</p>,
  failed: (_props: object, retry: () => void) => <PartFailed onRetry={retry} />,
};

/** Fails as often as it is told to, then brings the part. */
function flaky(failures: number) {
  let left = failures;
  return vi.fn(() =>
    left-- > 0 ? Promise.reject(new Error("Failed to fetch")) : Promise.resolve(Hello),
  );
}

it("shows its outline, then the part", async () => {
  const load = flaky(0);
  const Part = lazyPart(load, faces);
  render(<Part name="张三" />);
  expect(screen.getByText("稍等")).toBeInTheDocument();
  expect(await screen.findByText("你好，张三")).toBeInTheDocument();
  expect(load).toHaveBeenCalledOnce();
});

it("tries once more by itself, without a word", async () => {
  const load = flaky(1);
  const Part = lazyPart(load, faces);
  render(<Part name="张三" />);
  expect(await screen.findByText("你好，张三")).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
  expect(chunkRetryMs).toBeLessThan(2000);
});

it("says that it did not come, and 重试 brings it", async () => {
  const Part = lazyPart(flaky(2), faces);
  render(
    <>
      <p>旁边的内容</p>
      <Part name="张三" />
    </>,
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("没有加载成功");
  expect(screen.getByText("旁边的内容")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "重试" }));
  expect(await screen.findByText("你好，张三")).toBeInTheDocument();
});

it("comes for all of them at once", async () => {
  const Part = lazyPart(flaky(2), faces);
  render(
    <>
      <Part name="张三" />
      <Part name="李四" />
    </>,
  );
  await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(2));
  await userEvent.click(screen.getAllByRole("button", { name: "重试" })[0] as HTMLElement);
  expect(await screen.findByText("你好，张三")).toBeInTheDocument();
  expect(screen.getByText("你好，李四")).toBeInTheDocument();
});

it("what has come once is there at once the next time", async () => {
  const Part = lazyPart(flaky(0), faces);
  const { unmount } = render(<Part name="张三" />);
  await screen.findByText("你好，张三");
  unmount();
  render(<Part name="李四" />);
  expect(screen.getByText("你好，李四")).toBeInTheDocument();
});

it("a dialog that did not come says that nothing was submitted and can be closed", async () => {
  const close = vi.fn();
  const Dialog = lazyDialog<{ name: string; onClose: () => void }>(flaky(9));
  render(<Dialog name="张三" onClose={close} />);
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("什么都没有提交");
  await userEvent.click(screen.getByRole("button", { name: "关闭" }));
  expect(close).toHaveBeenCalledOnce();
});

it("asks again for a stylesheet that did not arrive", async () => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/assets/part.css";
  document.head.append(link);
  link.dispatchEvent(new Event("error"));
  const load = flaky(0);
  const Part = lazyPart(load, faces);
  render(<Part name="张三" />);
  await waitFor(() => expect(link.isConnected).toBe(false));
  expect(load).not.toHaveBeenCalled();
  const fresh = document.querySelector('link[href="/assets/part.css"]');
  fresh?.dispatchEvent(new Event("load"));
  expect(await screen.findByText("你好，张三")).toBeInTheDocument();
  fresh?.remove();
});

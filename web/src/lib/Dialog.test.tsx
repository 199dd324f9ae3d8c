import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfigProvider, Input, Radio } from "antd";
import { useState, type ReactNode } from "react";
import { expect, it } from "vitest";
import "@/test/stillLayout";
import { themeFor, zIndexBase } from "@/theme/tokens";
import { Dialog } from "./Dialog";
import { FeedbackHost } from "./feedback";

interface Props {
  isDirty?: boolean;
  isBusy?: boolean;
  children?: ReactNode;
}

function Page({ isDirty = false, isBusy = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {isOpen ? (
        <Dialog
          title="提问"
          ok={{ text: "好", onClick: () => {} }}
          cancelText="不"
          isDirty={isDirty}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
        >
          {children}
        </Dialog>
      ) : null}
    </>
  );
}

const open = () => userEvent.click(screen.getByRole("button", { name: "打开" }));

it("starts in the first field and gives the focus back when it closes", async () => {
  render(
    <Page>
      <input type="hidden" />
      <Input aria-label="名称" />
    </Page>,
  );
  await open();
  await waitFor(() => expect(screen.getByLabelText("名称")).toHaveFocus());
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "打开" })).toHaveFocus());
});

it("starts on the chosen one of several radios", async () => {
  render(
    <Page>
      <Radio.Group value="b" options={["a", "b"]} />
    </Page>,
  );
  await open();
  await waitFor(() => expect(screen.getByLabelText("b")).toHaveFocus());
});

it("starts on the button that changes nothing where there is no field", async () => {
  render(<Page />);
  await open();
  await waitFor(() => expect(screen.getByRole("button", { name: "不" })).toHaveFocus());
});

it("the boxes of a table's rows are no fields", async () => {
  render(
    <Page>
      <table>
        <tbody>
          <tr>
            <td>
              <input type="checkbox" aria-label="选择" />
            </td>
          </tr>
        </tbody>
      </table>
      <Input aria-label="名称" />
    </Page>,
  );
  await open();
  await waitFor(() => expect(screen.getByLabelText("名称")).toHaveFocus());
});

it("asks before what was typed is lost, and stays when it is to be kept", async () => {
  render(
    <>
      <Page isDirty>
        <Input aria-label="名称" />
      </Page>
      <FeedbackHost />
    </>,
  );
  await open();
  await waitFor(() => expect(screen.getByLabelText("名称")).toHaveFocus());
  await userEvent.keyboard("{Escape}");
  await screen.findByText("有未保存的修改，确定离开吗？");
  await userEvent.click(screen.getByRole("button", { name: "继续填写" }));
  expect(screen.getByLabelText("名称")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "不" }));
  await userEvent.click(await screen.findByRole("button", { name: "不保存" }));
  await waitFor(() => expect(screen.queryByLabelText("名称")).toBeNull());
});

it("does not close while something is on its way", async () => {
  render(
    <Page isBusy>
      <Input aria-label="名称" />
    </Page>,
  );
  await open();
  await waitFor(() => expect(screen.getByLabelText("名称")).toHaveFocus());
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "不" })).toBeDisabled();
  expect(screen.getByLabelText("名称")).toBeInTheDocument();
});

it("the question stands above a dialog that was opened from dialogs, and is asked once", async () => {
  const outer = { title: "外", footer: null, onClose: () => {} };
  render(
    <ConfigProvider theme={themeFor("light", "default")}>
      <Dialog {...outer}>
        <Dialog {...outer}>
          <Page isDirty>
            <Input aria-label="名称" />
          </Page>
        </Dialog>
      </Dialog>
      <FeedbackHost />
    </ConfigProvider>,
  );
  await open();
  const form = await screen.findByLabelText("名称");
  // Twice before the question is there: its code may still be on its way.
  const cancel = screen.getByRole("button", { name: "不" });
  fireEvent.click(cancel);
  fireEvent.click(cancel);
  const asked = await screen.findAllByText("有未保存的修改，确定离开吗？");
  expect(asked).toHaveLength(1);
  expect(heightOf(asked[0])).toBeGreaterThan(heightOf(form));
  await userEvent.click(screen.getByRole("button", { name: "不保存" }));
  await waitFor(() => expect(screen.queryByLabelText("名称")).toBeNull());
});

/** A dialog without a height of its own stands at the base. */
function heightOf(inside: HTMLElement | undefined): number {
  const wrap = inside?.closest<HTMLElement>(".ant-modal-wrap");
  return Number(wrap?.style.zIndex) || zIndexBase;
}

import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Input, Modal, Radio } from "antd";
import { useState, type ReactNode } from "react";
import { expect, it } from "vitest";
import "@/test/stillLayout";
import { DialogFocus, useFocusReturn } from "./DialogFocus";

function Dialog({ children, onClose }: { children?: ReactNode; onClose: () => void }) {
  useFocusReturn();
  return (
    <Modal open title="提问" okText="好" cancelText="不" onCancel={onClose}>
      {children}
      <DialogFocus />
    </Modal>
  );
}

function Page({ children }: { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {isOpen ? <Dialog onClose={() => setOpen(false)}>{children}</Dialog> : null}
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

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, it } from "vitest";
import { useOneStop } from "./useOneStop";

function Group({ names }: { names: readonly string[] }) {
  const group = useRef<HTMLDivElement>(null);
  const keys = useOneStop(group);
  return (
    <>
      <div ref={group} role="toolbar" {...keys}>
        {names.map((name) => (
          <button key={name} type="button" disabled={name === "off"}>
            {name}
          </button>
        ))}
      </div>
      <button type="button">after</button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

it("is one stop, and arrows move within it", async () => {
  render(<Group names={["off", "a", "b", "c"]} />);
  await userEvent.tab();
  expect(focused()).toBe("a");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(focused()).toBe("c");
  // Around the end, and back.
  await userEvent.keyboard("{ArrowRight}");
  expect(focused()).toBe("a");
  await userEvent.keyboard("{ArrowLeft}");
  expect(focused()).toBe("c");
  await userEvent.tab();
  expect(focused()).toBe("after");
  // Back to where one was.
  await userEvent.tab({ shift: true });
  expect(focused()).toBe("c");
  await userEvent.keyboard("{Home}");
  expect(focused()).toBe("a");
});

it("goes on where the pointer was, and with what came later", async () => {
  const { rerender } = render(<Group names={["a", "b"]} />);
  await userEvent.click(screen.getByRole("button", { name: "b" }));
  rerender(<Group names={["a", "b", "new"]} />);
  await userEvent.keyboard("{End}");
  expect(focused()).toBe("new");
  await userEvent.tab();
  expect(focused()).toBe("after");
});

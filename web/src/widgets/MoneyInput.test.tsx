import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { MoneyInput, moneyRule } from "./MoneyInput";

function Held({ start, onFen, isRounding }: HeldProps) {
  const [fen, setFen] = useState<number | null>(start);
  return (
    <MoneyInput
      aria-label="金额"
      value={fen}
      isRounding={isRounding ?? false}
      onChange={(next) => {
        setFen(next);
        onFen(next);
      }}
    />
  );
}

interface HeldProps {
  start: number | null;
  onFen: (fen: number | null) => void;
  isRounding?: boolean;
}

describe("the money input", () => {
  it("shows fen as yuan with separators and lets go of them while typing", async () => {
    render(<Held start={188650} onFen={() => {}} />);
    const input = screen.getByLabelText("金额");
    expect(input).toHaveValue("1,886.50");
    await userEvent.click(input);
    expect(input).toHaveValue("1886.50");
  });

  it("is replaced as a whole by what is typed after Tab", async () => {
    const onFen = vi.fn();
    render(<Held start={188650} onFen={onFen} />);
    await userEvent.tab();
    await userEvent.keyboard("7");
    expect(screen.getByLabelText("金额")).toHaveValue("7");
    expect(onFen).toHaveBeenLastCalledWith(700);
  });

  it("keeps the place a pointer chose", async () => {
    render(<Held start={188650} onFen={() => {}} />);
    const input = screen.getByLabelText<HTMLInputElement>("金额");
    await userEvent.click(input);
    expect(input.selectionStart).toBe(input.selectionEnd);
  });

  it.each([
    ["12.3", 1230],
    ["0.29", 29],
    ["1,000", 100000],
    ["8.7", 870],
  ])("reads %s yuan as %d fen", async (text, fen) => {
    const onFen = vi.fn();
    render(<Held start={null} onFen={onFen} />);
    await userEvent.type(screen.getByLabelText("金额"), text);
    expect(onFen).toHaveBeenLastCalledWith(fen);
  });

  it("refuses a third decimal and says so in a form", async () => {
    const onFen = vi.fn();
    render(<Held start={null} onFen={onFen} />);
    const input = screen.getByLabelText("金额");
    await userEvent.type(input, "12.345");
    await userEvent.tab();
    expect(onFen).toHaveBeenLastCalledWith(Number.NaN);
    expect(input).toHaveValue("12.345");
    expect(input).toBeInvalid();
    await expect(moneyRule.validator(null, Number.NaN)).rejects.toThrow("最多两位小数");
  });

  it("rounds half up where the discount asks for it", async () => {
    const onFen = vi.fn();
    render(<Held start={null} onFen={onFen} isRounding />);
    await userEvent.type(screen.getByLabelText("金额"), "12.345");
    expect(onFen).toHaveBeenLastCalledWith(1235);
  });

  it("knows nothing from zero", async () => {
    const onFen = vi.fn();
    render(<Held start={100} onFen={onFen} />);
    await userEvent.clear(screen.getByLabelText("金额"));
    expect(onFen).toHaveBeenLastCalledWith(null);
  });
});

it("reads out no amount that a field refuses", () => {
  const { rerender } = render(<MoneyInput withCapital value={500} />);
  expect(screen.getByText("伍元整")).toBeInTheDocument();
  rerender(<MoneyInput withCapital value={-500} />);
  expect(screen.queryByText(/伍元整/)).toBeNull();
});

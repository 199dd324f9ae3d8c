import { describe, expect, it } from "vitest";
import { amountComplaint } from "./amountRule";
import { customerQuery } from "./findCustomers";

describe("finding a customer", () => {
  it("takes text for a name, and digits for a phone once they can find one", () => {
    expect(customerQuery(" 张三 ")).toEqual({ nickName: "张三" });
    expect(customerQuery("13812345678")).toEqual({ phone: "13812345678" });
    expect(customerQuery("5678")).toEqual({ phone: "5678" });
    expect(customerQuery("138")).toBeNull();
    expect(customerQuery("138123")).toBeNull();
    expect(customerQuery("  ")).toBeNull();
  });
});

describe("the amount of a new order", () => {
  const product = { zuixiaoJine: 100_000, zuidaJine: 1_000_000, jineBuchang: 50_000 };

  it("lies in the range and on a step counted from the smallest", () => {
    expect(amountComplaint(100_000, product)).toBeUndefined();
    expect(amountComplaint(150_000, product)).toBeUndefined();
    expect(amountComplaint(1_000_000, product)).toBeUndefined();
    expect(amountComplaint(99_999, product)).toContain("1,000.00 到 10,000.00");
    expect(amountComplaint(1_000_001, product)).toContain("1,000.00 到 10,000.00");
    expect(amountComplaint(120_000, product)).toContain("500.00 元的整数倍");
  });

  it("has no step where the product has none", () => {
    expect(amountComplaint(100_001, { ...product, jineBuchang: 0 })).toBeUndefined();
  });
});

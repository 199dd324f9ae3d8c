import { expect, it } from "vitest";
import { isCardNumber, isIdentityNumber, isMobileNumber } from "./checkDigits";

it("knows a bank card by its check digit", () => {
  expect(isCardNumber("6222021234567890128")).toBe(true);
  expect(isCardNumber("4111111111111111")).toBe(true);
  expect(isCardNumber("4111111111111112")).toBe(false);
  expect(isCardNumber("4111111111111")).toBe(false);
  expect(isCardNumber("0000")).toBe(false);
  expect(isCardNumber("6222 0212 3456 7890 128")).toBe(false);
});

it("knows an identity number by its birthday and its check character", () => {
  expect(isIdentityNumber("11010519491231002X")).toBe(true);
  expect(isIdentityNumber("11010519491231002x")).toBe(true);
  expect(isIdentityNumber("110105194912310021")).toBe(false);
  expect(isIdentityNumber("110105194902310021")).toBe(false);
  expect(isIdentityNumber("11010519491231002")).toBe(false);
});

it("knows a mobile number", () => {
  expect(isMobileNumber("13800138000")).toBe(true);
  expect(isMobileNumber("12800138000")).toBe(false);
  expect(isMobileNumber("1380013800")).toBe(false);
});

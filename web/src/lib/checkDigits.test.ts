import { expect, it } from "vitest";
import { identityFault, isCardNumber, isMobileNumber } from "./checkDigits";

it("knows a bank card by its check digit", () => {
  expect(isCardNumber("6222021234567890128")).toBe(true);
  expect(isCardNumber("4111111111111111")).toBe(true);
  expect(isCardNumber("4111111111111112")).toBe(false);
  expect(isCardNumber("4111111111111")).toBe(false);
  expect(isCardNumber("0000")).toBe(false);
  expect(isCardNumber("6222 0212 3456 7890 128")).toBe(false);
});

it.each([
  ["11010519491231002X", ""],
  ["11010519491231002x", ""],
  ["11010519491231002", "应为18位证件号，现在是17位"],
  ["11010519491231A02X", "证件号的前17位应为数字"],
  ["11010519491231002Y", "证件号的最后一位应为数字或X"],
  ["110105194902310021", "证件号中的出生日期不存在"],
  ["110105194912310021", "证件号的校验位不符，请核对是否输错"],
])("says what is wrong with the identity number %s", (text, fault) => {
  expect(identityFault(text)).toBe(fault);
});

it("knows a mobile number", () => {
  expect(isMobileNumber("13800138000")).toBe(true);
  expect(isMobileNumber("12800138000")).toBe(false);
  expect(isMobileNumber("1380013800")).toBe(false);
});

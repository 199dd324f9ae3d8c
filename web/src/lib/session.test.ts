import { expect, it } from "vitest";
import { getToken, setToken } from "./session";

it("answers the token that was stored", () => {
  setToken("a1b2-c3_d4.e5~f6");
  expect(getToken()).toBe("a1b2-c3_d4.e5~f6");
});

it.each(["令牌", "tökén", "a b", "a\nb", "", "x".repeat(513), "\u0000"])(
  "clears a token that no header can carry: %j",
  (token) => {
    localStorage.setItem("token", token);
    expect(getToken()).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
  },
);

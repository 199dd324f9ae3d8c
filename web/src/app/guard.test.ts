import { describe, expect, it } from "vitest";
import { afterLogin, decide, type GuardState } from "./guard";

const out: GuardState = { hasToken: false, isLoaded: false, isGaimi: false };
const fresh: GuardState = { hasToken: true, isLoaded: false, isGaimi: false };
const inside: GuardState = { hasToken: true, isLoaded: true, isGaimi: false };

describe("without a token", () => {
  it("only /login is reachable", () => {
    expect(decide("/login", "", out)).toEqual({ kind: "allow" });
    expect(decide("/index", "", out)).toEqual({ kind: "redirect", to: "/login" });
    expect(decide("/", "", out)).toEqual({ kind: "redirect", to: "/login" });
  });

  it("remembers a deep link with its query", () => {
    expect(decide("/sys/user", "?state=A&size=20", out)).toEqual({
      kind: "redirect",
      to: "/login?redirect=%2Fsys%2Fuser%3Fstate%3DA%26size%3D20",
    });
  });
});

describe("with a token", () => {
  it("/login goes to /index", () => {
    expect(decide("/login", "", inside)).toEqual({ kind: "redirect", to: "/index" });
  });

  it("/login goes back to where the person was", () => {
    expect(decide("/login", "?redirect=%2Fsys%2Fuser%3Fstate%3DA", inside)).toEqual({
      kind: "redirect",
      to: "/sys/user?state=A",
    });
  });

  it("loads the menu first, then lets the same target in", () => {
    expect(decide("/sys/user", "", fresh)).toEqual({ kind: "load" });
    expect(decide("/sys/user", "", inside)).toEqual({ kind: "allow" });
  });

  it("leads to 个人中心 until the password is changed", () => {
    const demanded = { ...inside, isGaimi: true };
    expect(decide("/index", "", demanded)).toEqual({ kind: "redirect", to: "/sysProfile" });
    expect(decide("/sysProfile", "", demanded)).toEqual({ kind: "allow" });
    expect(decide("/sys/user", "?state=A", demanded)).toEqual({
      kind: "redirect",
      to: "/sysProfile?redirect=%2Fsys%2Fuser%3Fstate%3DA",
    });
  });
});

describe("the way back", () => {
  it.each([
    "",
    "?redirect=",
    "?redirect=https://evil.example",
    "?redirect=//evil.example",
    "?redirect=/login",
    "?redirect=/",
  ])("%j leads home", (search) => expect(afterLogin(search)).toBe("/index"));
});

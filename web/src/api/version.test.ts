import { beforeEach, expect, it, vi } from "vitest";
import { noteVersion, onVersionChange, useVersions } from "./version";

const permissionChanged = vi.fn();
const dictChanged = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  useVersions.setState(useVersions.getInitialState(), true);
  onVersionChange({ permissionChanged, dictChanged });
  noteVersion("a.b1.7.3");
});

it("takes the first header as it is", () => {
  expect(useVersions.getState().isOutdated).toBe(false);
  expect(permissionChanged).not.toHaveBeenCalled();
  expect(dictChanged).not.toHaveBeenCalled();
});

it("offers a new build and remembers the offer", () => {
  noteVersion("a.b2.7.3");
  expect(useVersions.getState().isOutdated).toBe(true);
  noteVersion("a.b1.7.3");
  expect(useVersions.getState().isOutdated).toBe(true);
});

it("tells a changed permission version once", () => {
  noteVersion("a.b1.8.3");
  noteVersion("a.b1.8.3");
  expect(permissionChanged).toHaveBeenCalledOnce();
  expect(dictChanged).not.toHaveBeenCalled();
});

it("tells a changed dictionary version", () => {
  noteVersion("a.b1.7.4");
  expect(dictChanged).toHaveBeenCalledOnce();
  expect(useVersions.getState().isOutdated).toBe(false);
});

it("ignores an answer without the header", () => {
  noteVersion(null);
  expect(useVersions.getState().permission).toBe("7");
});

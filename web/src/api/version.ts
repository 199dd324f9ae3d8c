import { create } from "zustand";

/** `x-banben: <assets build>.<permission version>.<dictionary version>`. */
interface Versions {
  assets?: string;
  permission?: string;
  dict?: string;
  /** A newer build has been deployed since this page was loaded. */
  isOutdated: boolean;
}

export const useVersions = create<Versions>(() => ({ isOutdated: false }));

interface Listeners {
  permissionChanged: () => void;
  dictChanged: () => void;
}

let listeners: Listeners | undefined;

export function onVersionChange(next: Listeners) {
  listeners = next;
}

/** Compares an answer's version header with the last one seen. */
export function noteVersion(header: string | null) {
  if (!header) return;
  // The build id may hold dots; the two counters are always the last parts.
  const parts = header.split(".");
  const dict = parts.pop();
  const permission = parts.pop();
  const assets = parts.join(".");
  const seen = useVersions.getState();
  useVersions.setState({
    assets: seen.assets ?? assets,
    permission,
    dict,
    isOutdated: seen.isOutdated || (seen.assets !== undefined && seen.assets !== assets),
  });
  if (seen.permission !== undefined && seen.permission !== permission)
    listeners?.permissionChanged();
  if (seen.dict !== undefined && seen.dict !== dict) listeners?.dictChanged();
}

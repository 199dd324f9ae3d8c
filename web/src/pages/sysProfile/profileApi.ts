import { call } from "@/api/client";
import { setUser, type SessionUser } from "@/lib/session";

export interface ProfileAsk {
  nickName: string;
  phone?: string | null;
  email?: string | null;
  sex?: string | null;
}

export interface PasswordAsk {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export interface OwnSession {
  id: number;
  ip: string | null;
  ua: string | null;
  loginTime: string;
  huoyueTime: string;
  guoqiTime: string;
  isDangqian: boolean;
}

/** The shell's name and picture follow what was saved. */
async function takeProfile() {
  setUser(await call<SessionUser>("GET", "/api/sys/user/findProfile", { noOverlay: true }));
}

export async function saveProfile(body: ProfileAsk): Promise<void> {
  await call("POST", "/api/sys/user/edit/profile", { body });
  await takeProfile();
}

export async function saveAvatar(headUrl: string): Promise<void> {
  await call("POST", "/api/sys/user/avatar", { body: { headUrl } });
  await takeProfile();
}

export async function savePassword(body: PasswordAsk): Promise<void> {
  await call("POST", "/api/sys/user/edit/password", { body });
}

export function ownSessions(signal: AbortSignal): Promise<OwnSession[]> {
  return call("GET", "/api/sys/user/session/findAllByList", { noOverlay: true, signal });
}

export function endSessions(ids: readonly number[]): Promise<unknown> {
  return call("DELETE", `/api/sys/user/session/delByIds/${ids.join(",")}`);
}

import { call, type Ask, type Result } from "@/api/client";
import { callOnce } from "@/crud/verb/callOnce";
import { setUser } from "@/lib/session";

export type ProfileAsk = Ask<"POST /sys/user/edit/profile">;
export type PasswordAsk = Ask<"POST /sys/user/edit/password">;
export type OwnSession = Result<"GET /sys/user/session/findAllByList">[number];

/** The shell's name and picture follow what was saved. */
async function takeProfile() {
  setUser(await call("GET /sys/user/findProfile", {}, { noOverlay: true }));
}

export async function saveProfile(body: ProfileAsk): Promise<void> {
  await callOnce("POST /sys/user/edit/profile", body);
  await takeProfile();
}

export async function saveAvatar(headUrl: string): Promise<void> {
  await callOnce("POST /sys/user/avatar", { headUrl });
  await takeProfile();
}

export async function savePassword(body: PasswordAsk): Promise<void> {
  await call("POST /sys/user/edit/password", body);
}

export function ownSessions(signal: AbortSignal): Promise<OwnSession[]> {
  return call("GET /sys/user/session/findAllByList", {}, { noOverlay: true, signal });
}

export function endSessions(ids: readonly number[]): Promise<unknown> {
  return callOnce("DELETE /sys/user/session/delByIds/{ids}", { ids });
}

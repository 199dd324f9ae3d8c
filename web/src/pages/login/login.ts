import { ApiError, call, quiet } from "@/api/client";
import type { SessionUser } from "@/lib/session";

export interface LoginAsk {
  loginName: string;
  password: string;
  yzmId?: string;
  yzm?: string;
}

export interface LoginAnswer {
  token: string;
  guoqiTime: string;
  isGaimi: boolean;
  user: SessionUser;
}

/** Silent: the form itself says what went wrong, and what went well needs no words. */
export function login(ask: LoginAsk): Promise<LoginAnswer> {
  return call("POST /sys/login/login", ask, quiet);
}

/** Whose office this is. */
export async function companyName(): Promise<string> {
  const { gongsiMingcheng } = await call("GET /sys/login/gongsi", {}, quiet);
  return gongsiMingcheng.trim();
}

export interface Captcha {
  yzmId: string;
  /** The picture as a data URL. */
  tupian: string;
}

/** The captcha a sign-in with this name will be asked for, or none where it will not. */
export async function captchaFor(loginName: string): Promise<Captcha | null> {
  const answer = await call("GET /sys/login/yzm", { loginName }, quiet);
  return answer.isYzm && "tupian" in answer ? answer : null;
}

/** A captcha whether or not one will be asked for. */
export async function anyCaptcha(): Promise<Captcha> {
  const answer = await call("GET /sys/login/yzm", {}, quiet);
  if (!("tupian" in answer)) throw new Error("asked for a captcha, got none");
  return answer;
}

/** The refusal says that the next try needs a captcha. */
export function needsCaptcha(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (error.result as { isYzm?: unknown } | null | undefined)?.isYzm === true;
}

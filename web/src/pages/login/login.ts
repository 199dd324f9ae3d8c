import { useQuery } from "@tanstack/react-query";
import { ApiError, call, quiet } from "../../api/client";
import type { SessionUser } from "../../lib/session";

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

/** Silent: the form itself says what went wrong. */
export function login(ask: LoginAsk): Promise<LoginAnswer> {
  return call<LoginAnswer>("POST", "/api/sys/login/login", { ...quiet, body: ask });
}

export interface CaptchaAnswer {
  yzmId: string;
  /** The picture as a data URL. */
  tupian: string;
}

/** The picture of one try; round 0 means that none is needed yet. */
export function useCaptcha(round: number) {
  return useQuery({
    queryKey: ["captcha", round],
    queryFn: () => call<CaptchaAnswer>("GET", "/api/sys/login/yzm", quiet),
    enabled: round > 0,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The refusal says that the next try needs a captcha. */
export function needsCaptcha(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (error.result as { isYzm?: unknown } | null | undefined)?.isYzm === true;
}

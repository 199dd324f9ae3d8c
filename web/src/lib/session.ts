import { create } from "zustand";

/** The signed-in person, as findProfile and sign-in give it. */
export interface SessionUser {
  nickName: string;
  headUrl?: string | null;
  loginName: string;
  phone?: string | null;
  email?: string | null;
  sex?: string | null;
  mendianShow?: string | null;
  roleNames: string;
  roleNameList: string[];
  roleList: string[];
  permissionList: string[];
  isGaimi?: boolean;
  /** Minutes without a touch after which the screen locks; 0 is never. */
  suopingFenzhong?: number;
  /** Pages carry the name of whoever looks at them. */
  isShuiyin?: boolean;
}

/** What the shell shows before anyone has signed in. */
export const placeholderUser: SessionUser = {
  nickName: "未登录",
  headUrl: "",
  loginName: "",
  phone: "",
  roleNames: "",
  roleNameList: [],
  roleList: [],
  permissionList: [],
};

interface SessionState {
  user: SessionUser;
  permissions: ReadonlySet<string>;
  roles: ReadonlySet<string>;
}

export const tokenKey = "token";

const nobody = (): SessionState => ({
  user: placeholderUser,
  permissions: new Set(),
  roles: new Set(),
});

export const useSession = create<SessionState>(nobody);

/** What can stand in a header: anything else was never given out by our server. */
const usable = /^[\x21-\x7e]{1,512}$/;

/** The stored token. One that cannot be used is cleared, or it would bar its person for ever. */
export function getToken(): string | null {
  const token = localStorage.getItem(tokenKey);
  if (token === null || usable.test(token)) return token;
  localStorage.removeItem(tokenKey);
  return null;
}

export function setToken(token: string) {
  localStorage.setItem(tokenKey, token);
}

export function setUser(user: SessionUser) {
  useSession.setState({
    user,
    permissions: new Set(user.permissionList),
    roles: new Set(user.roleList),
  });
}

export function forgetUser() {
  useSession.setState(nobody());
}

function holdsOne(held: ReadonlySet<string>, any: readonly string[] | null | undefined): boolean {
  return any?.some((name) => held.has(name)) ?? false;
}

/** True when the person holds one of the permissions; an empty or missing list is false. */
export function hasPermission(any: readonly string[] | null | undefined): boolean {
  return holdsOne(useSession.getState().permissions, any);
}

export function usePermitted(any: readonly string[] | null | undefined): boolean {
  return useSession((state) => holdsOne(state.permissions, any));
}

export function useHasRole(any: readonly string[] | null | undefined): boolean {
  return useSession((state) => holdsOne(state.roles, any));
}

import { adminName, adminPassword } from "./server";

export interface Envelope {
  code: number;
  message: string;
  result: unknown;
}

/** A second client besides the browser: prepares data and changes it behind the page's back. */
export class Api {
  private token = "";
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  static async signedIn(
    url: string,
    loginName = adminName,
    password = adminPassword,
  ): Promise<Api> {
    const api = new Api(url);
    const { token } = await api.post<{ token: string }>("/api/sys/login/login", {
      loginName,
      password,
    });
    api.token = token;
    return api;
  }

  /** For a token that a browser holds. */
  static withToken(url: string, token: string): Api {
    const api = new Api(url);
    api.token = token;
    return api;
  }

  private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = { client: "admin", "Content-Type": "application/json" };
    if (this.token) headers.Authorization = `Bearer_${this.token}`;
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    const answer = await fetch(`${this.url}/server${path}`, init);
    const envelope = (await answer.json()) as Envelope;
    if (envelope.code !== 200)
      throw new Error(`${method} ${path}: ${envelope.code} ${envelope.message}`);
    return envelope.result as T;
  }

  /** A form with one file, and whatever the server says to it. */
  async upload(
    path: string,
    file: { name: string; type?: string; bytes: Uint8Array<ArrayBuffer> },
    fields: Record<string, string> = {},
  ): Promise<Envelope> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob([file.bytes], { type: file.type ?? "" }), file.name);
    const headers = { client: "admin", Authorization: `Bearer_${this.token}` };
    const init = { method: "POST", headers, body: form };
    return (await (await fetch(`${this.url}/server${path}`, init)).json()) as Envelope;
  }

  get<T>(path: string): Promise<T> {
    return this.send("GET", path);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.send("POST", path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.send("DELETE", path);
  }
}

/** What the server keeps of the administrator's arrangement would come back in the next test. */
export async function forgetArrangement(admin: Api) {
  for (const jian of ["tabs", "appearance"])
    await admin.post("/api/sys/user/pianhao", { jian, zhi: null });
}

export interface MenuNode {
  id: number;
  name: string;
  type: string;
  routerUrl?: string;
  children?: MenuNode[];
}

/** Every node of a tree, parents first. */
export function flatten(tree: readonly MenuNode[]): MenuNode[] {
  return tree.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}

export interface NewUser {
  id: number;
  roleId: number;
  loginName: string;
  password: string;
}

/** A role that sees these pages, and a user who holds it and has set a password. */
export async function makeUser(
  admin: Api,
  loginName: string,
  pages: readonly string[],
  dataScope = "QUANBU",
): Promise<NewUser> {
  const role = await admin.post<{ id: number }>("/api/sys/role/add", {
    name: `角色${loginName}`,
    code: `role_${loginName}`,
    dataScope,
    menuIds: await menuIds(admin, pages),
  });
  return addUser(admin, loginName, role.id);
}

/** Someone with a role that every installation has, such as 财务, and a password of their own. */
export async function makeColleague(
  admin: Api,
  loginName: string,
  roleName: string,
): Promise<NewUser> {
  const roles = await admin.get<{ id: number; name: string }[]>("/api/sys/role/findAllByList");
  const role = roles.find(({ name }) => name === roleName);
  if (!role) throw new Error(`there is no role ${roleName}`);
  return addUser(admin, loginName, role.id);
}

async function addUser(admin: Api, loginName: string, roleId: number): Promise<NewUser> {
  const user = await admin.post<{ id: number; password: string }>("/api/sys/user/add", {
    loginName,
    nickName: `员工${loginName}`,
    roleIds: [roleId],
  });
  // A password that contains the account name is refused.
  const password = "Own-mima-2026";
  const own = await Api.signedIn(admin.url, loginName, user.password);
  await own.post("/api/sys/user/edit/password", {
    oldPassword: user.password,
    newPassword: password,
    confirmPassword: password,
  });
  return { id: user.id, roleId, loginName, password };
}

/** Ids of the named pages, of their buttons and of the folders above them. */
export async function menuIds(admin: Api, pages: readonly string[]): Promise<number[]> {
  const tree = await admin.get<MenuNode[]>("/api/sys/menu/findAllByTree");
  const ids: number[] = [];
  for (const folder of tree) {
    const wanted = (folder.children ?? []).filter((page) => pages.includes(page.name));
    if (wanted.length > 0) ids.push(folder.id, ...flatten(wanted).map((node) => node.id));
  }
  return ids;
}

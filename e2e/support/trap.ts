// oxlint-disable unicorn/consistent-function-scoping -- the page sees nothing from outside
import type { Page } from "playwright-core";
import { TRAP, TRAP_HOST } from "./payloads";

/** Notes whatever runs, asks for a script, opens a window or shows a dialog in a page. */
export async function setTrap(page: Page): Promise<string[]> {
  const caught: string[] = [];
  const context = page.context();
  await context.exposeBinding(TRAP, ({ page: where }, number: unknown) => {
    caught.push(`${number} ran on ${where.url()}`);
  });
  await context.route(
    (url) => url.hostname === TRAP_HOST,
    async (route) => {
      const request = route.request();
      // A picture from elsewhere runs nothing; rich text may hold it.
      if (request.resourceType() !== "image")
        caught.push(`${request.resourceType()} ${request.url()}`);
      await route.abort();
    },
  );
  page.on("dialog", (shown) => {
    caught.push(`dialog ${shown.message()}`);
    void shown.dismiss();
  });
  context.on("page", (opened) => caught.push(`a window was opened: ${opened.url()}`));
  // A frame that allows no scripts tells of those that it kept from running: none may get there.
  page.on("console", (line) => {
    if (line.text().includes("Blocked script execution")) caught.push(line.text());
  });
  return caught;
}

/** What stands in a page or its frames and would run sooner or later: handlers, scripts, addresses. */
export function wouldRun(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const runs = /^\s*(?:javascript|vbscript|data:text)/i;
    const isOurs = (element: Element) =>
      element instanceof HTMLScriptElement && new URL(element.src).origin === location.origin;
    const within = (root: Document): string[] =>
      [...root.querySelectorAll("*")].flatMap((element) => {
        const bad = [...element.attributes].filter(
          ({ name, value }) => name.startsWith("on") || runs.test(value.replaceAll(/[\t\n]/g, "")),
        );
        const isScript = element.localName === "script" && !isOurs(element);
        const inner = element instanceof HTMLIFrameElement ? element.contentDocument : null;
        return [
          ...(bad.length > 0 || isScript ? [element.outerHTML.slice(0, 200)] : []),
          ...(inner ? within(inner) : []),
        ];
      });
    // An address that a person may see written down is a value and no link.
    return within(document).filter((html) => !html.startsWith("<input"));
  });
}

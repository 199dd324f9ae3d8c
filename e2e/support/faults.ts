// oxlint-disable unicorn/consistent-function-scoping -- the page sees nothing from outside
import type { Page } from "playwright-core";

/** What is cut off, and what a screen reader would say in another language or not at all. */
export async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest("[aria-hidden=true], .visually-hidden");
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const short = (element: Element) => (element.textContent ?? "").trim().slice(0, 30);

    /** Words of the product. What people wrote may end in an ellipsis. */
    const labels = all(
      "th, .dt-label, label, dt, h1, h2, h3, [role=tab], .row-actions, .ant-modal-title, " +
        "button:not(.dt-long), .ant-descriptions-item-label, .ant-form-item-extra, " +
        ".ant-menu-title-content, .ant-select-placeholder",
    );
    const isCut = (element: HTMLElement) => {
      const box = element.getBoundingClientRect();
      const cell = element.closest("td, th");
      return (
        (element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0 &&
          getComputedStyle(element).overflowX !== "visible") ||
        (cell !== null && box.right > cell.getBoundingClientRect().right + 1)
      );
    };
    const cut = labels
      .filter((one) => isShown(one) && isCut(one))
      .map((one) => `cut ${short(one)}`);

    const pen = document.createElement("canvas").getContext("2d");
    const isTooLong = (input: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      if (!pen || input.value) return false;
      pen.font = font;
      const room =
        input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(input.placeholder).width > room + 1;
    };
    const hints = [...document.querySelectorAll<HTMLInputElement>("input[placeholder]")]
      .filter((input) => isShown(input) && isTooLong(input))
      .map((input) => `cut ${input.placeholder}`);

    const foreign = all("[aria-label], [title], [alt], [placeholder], [aria-roledescription]")
      // In a cell or a choice a title repeats what people wrote.
      .filter(
        (one) => isShown(one) && !one.closest("td, .ant-select-content, .ant-select-dropdown"),
      )
      .flatMap((one) =>
        ["aria-label", "title", "alt", "placeholder", "aria-roledescription"].map(
          (name) => one.getAttribute(name) ?? "",
        ),
      )
      .concat(all("[aria-live]:not(.ant-select *)").map((one) => one.innerText))
      .filter((text) => /[A-Za-z]{2,}/.test(text) && !/\p{Script=Han}/u.test(text))
      .map((text) => `foreign ${text}`);

    const nameless = all("button, a[href], [role=button], [role=tab], [role=switch]")
      .filter((one) => isShown(one) && one.tabIndex >= 0)
      .filter(
        (one) =>
          short(one) === "" &&
          !one.title &&
          !one.getAttribute("aria-label") &&
          !one.getAttribute("aria-labelledby") &&
          !one.querySelector("[aria-label]:not([aria-hidden=true]), img[alt]:not([alt=''])") &&
          (one as HTMLButtonElement).labels?.length !== 1,
      )
      .map((one) => `nameless ${one.outerHTML.slice(0, 120)}`);

    return [...new Set([...cut, ...hints, ...foreign, ...nameless])];
  });
}

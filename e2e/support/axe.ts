import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

const source = readFileSync(
  join(process.env.WEB_DIR ?? "", "node_modules/axe-core/axe.min.js"),
  "utf8",
);

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** What axe calls serious or critical, one line each. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  const found = await page.evaluate<Violation[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)",
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, impact, nodes }) =>
        `${impact} ${id} ×${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`,
    );
}

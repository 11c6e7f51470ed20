import type { Page } from "@playwright/test";
import axeCore from "axe-core";

interface Violation {
  id: string;
  nodes: readonly { html: string; target: readonly unknown[]; failureSummary?: string }[];
}

/**
 * What axe finds on a page as it stands: rules of WCAG 2.2 up to AA, and its own good practices.
 *
 * Transitions are ended first, as a colour halfway is nobody's.
 * @param only `rules` that are asked alone, and what they look `within`, as a selector
 */
export async function axeFindings(
  page: Page,
  only: { rules?: readonly string[] | undefined; within?: string | undefined } = {},
): Promise<string[]> {
  // The title may follow the page.
  await page.waitForFunction(() => document.title !== "");
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(async ({ rules, within }) => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) animation.cancel();
      else animation.finish();
    }
    const { axe } = window as unknown as {
      axe: { run(root: Document | { include: string[][] }, options: object): Promise<{ violations: Violation[] }> };
    };
    const runOnly = rules ? { runOnly: [...rules] } : {};
    const where = within ? { include: [[within]] } : document;
    return (await axe.run(where, { resultTypes: ["violations"], ...runOnly })).violations;
  }, only);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.split("\n").at(1) ?? ""}`),
  );
}

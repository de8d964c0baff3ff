import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and the rules that axe calls best practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The broken rules of axe, each with the elements that break it. Elements of the CSS selectors `exclude` are not checked. */
export async function findAccessibilityFaults(
  page: Page | Frame,
  exclude: readonly string[] = [],
): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const options = { resultTypes: ['violations'], runOnly: rules };
  const call = `axe.run(${JSON.stringify({ exclude })}, ${JSON.stringify(options)})`;
  const { violations } = (await page.evaluate(call)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(' | ')}`,
  );
}

import type { DoctorReport, Recipe } from '@answershare/core';
import { stringify } from 'yaml';
import type { Inspected } from './inspected.ts';
import type { Whom } from './whom.ts';

/** What the settings say already and a doctor does not find out. */
export type Kept = Pick<Whom, 'plan' | 'recipes'>;

/** One line of YAML for a name and a text, quoted where it has to be. */
const pair = (name: string, text: string | number): string =>
  stringify({ [name]: text }, { lineWidth: 0, blockQuote: false }).trimEnd();

/** A Form is only pinned where both axes that requests depend on were told; else the client goes on finding out. */
function formToPaste({ form, profile }: DoctorReport): string {
  const untold = (['websiteParameter', 'window'] as const).filter((name) => profile[name].form === null);
  if (untold.length > 0) return `auto    # unknown: ${untold.join(', ')}`;
  return form === 1 || form === 2 ? String(form) : 'auto';
}

function recipeLines(endpoint: string, recipes: Recipe | readonly Recipe[]): string[] {
  const text = stringify({ [endpoint]: recipes }, { lineWidth: 0 }).trimEnd();
  return text.split('\n').map((line) => `    ${line}`);
}

/** A recipe that a person has to confirm is a comment: it counts once the comment signs are gone. */
function inspectedLines({ endpoint, recognised, known, status }: Inspected): string[] {
  const draft = known ?? recognised.drafts[0];
  if (draft === undefined) return [`    # ${endpoint}: no recipe: ${recognised.reason}`];
  const head = `    # ${endpoint}: ${status ?? 'unclear, so compare its figures before you take the "# " away'}`;
  const assumed = draft.assumes.map((words) => `    # assumes: ${words}`);
  const lines = recipeLines(endpoint, draft.recipe);
  return [
    head,
    ...assumed,
    ...(status === null ? lines.map((line) => line.replace(/^ {4}/, '    # ')) : lines),
  ];
}

/**
 * The lines to paste into the settings file: address, Form, what was set before, and the recipe of each endpoint with its
 * status and what it assumes. They are in order as printed.
 */
export function settingsToPaste(
  report: DoctorReport,
  url: string | null,
  kept: Kept,
  inspected: readonly Inspected[],
): string[] {
  const configured = Object.entries(kept.recipes ?? {});
  const recipes = [
    ...configured.flatMap(([endpoint, given]) => recipeLines(endpoint, given)),
    ...inspected.flatMap(inspectedLines),
  ];
  const isActive = configured.length > 0 || inspected.some(({ status }) => status !== null);
  return [
    'service:',
    `  ${url === null ? 'url: https://api.example.com    # the recordings do not tell the address' : pair('url', url)}`,
    '  key: $' + '{ANSWERSHARE_API_KEY}',
    `  form: ${formToPaste(report)}`,
    ...(kept.plan === undefined ? [] : [`  plan: ${kept.plan}`]),
    ...(recipes.length === 0 ? [] : [isActive ? '  recipes:' : '  # recipes:', ...recipes]),
  ];
}

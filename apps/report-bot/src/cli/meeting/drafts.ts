import type { Draft, Endpoint, Reading, Recipe, Recognition } from '@answershare/core';
import { stringify } from 'yaml';
import { valueWords } from './reading-words.ts';

export interface ReadDraft extends Draft {
  /** Each body read by the recipe, in the order given. */
  readonly readings: readonly Reading<unknown>[];
}

/** What several bodies of one endpoint give when they are inspected together. */
export interface Recognised extends Recognition {
  readonly drafts: readonly ReadDraft[];
}

/** Recipes as the lines of a settings file. */
export function recipeLines(recipes: readonly Recipe[]): string {
  const byKind = Object.fromEntries(recipes.map((recipe) => [recipe.kind, recipe]));
  return stringify({ service: { recipes: byKind } }, { lineWidth: 0 }).trimEnd();
}

function oneDraft(
  { recipe, assumes, readings }: ReadDraft,
  index: number,
  files: readonly string[],
): string[] {
  return [
    `Draft ${index + 1}:`,
    ...assumes.map((sentence) => `  assumes: ${sentence}`),
    ...readings.flatMap((reading, at) => [
      `  ${files[at]}:`,
      ...(reading.ok ? valueWords(reading.value, '    ') : [`    ${reading.reason}`]),
    ]),
    ...recipeLines([recipe])
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}

/** Each draft with what it assumes, the figures that it gives and its lines for the settings file. */
export function draftWords(
  kind: Endpoint,
  files: readonly string[],
  { clear, drafts, reason }: Recognised,
): string[] {
  if (drafts.length === 0) return [`${kind}: no recipe: ${reason}.`];
  const next =
    'Compare the figures of each draft with your dashboard, and paste the recipe of the one that is right.';
  return [
    clear ? `${kind}: clear. Compare the figures with your dashboard.` : `${kind}: unclear. ${next}`,
    ...drafts.flatMap((draft, index) => oneDraft(draft, index, files)),
  ];
}

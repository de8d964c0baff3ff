import {
  type Draft,
  type Endpoint,
  parseBody,
  type Reading,
  type Recipe,
  type Recognition,
} from '@answershare/core';
import { stringify } from 'yaml';
import { Complaint, type ExitCode } from '../../complaint.ts';
import { theReadingThread } from '../../reading/reading-thread.ts';
import type { Context } from '../context.ts';
import { endpointNamed } from './endpoint-names.ts';
import { givenBytes, textOf } from './given.ts';
import { valueWords } from './reading-words.ts';
import { keptAnswer } from './recordings.ts';

export interface ReadDraft extends Draft {
  /** Each body read by the recipe, in the order given. */
  readonly readings: readonly Reading<unknown>[];
}

/** What several bodies of one endpoint give when they are inspected together. */
export interface Recognised extends Recognition {
  readonly drafts: readonly ReadDraft[];
}

async function bodyIn(context: Context, kind: Endpoint, file: string): Promise<string> {
  const text = textOf(await givenBytes(context, file));
  const parsed = text === null ? null : parseBody(text);
  if (text === null || parsed === null || !parsed.ok)
    throw new Complaint(`${file} is ${parsed?.ok === false ? parsed.what : 'not text in UTF-8'}.`, 2);
  const kept = keptAnswer(parsed.body);
  if (kept !== null && kept.endpoint !== kind)
    throw new Complaint(`${file} is an answer of ${kept.endpoint}, not of ${kind}. Leave it out.`, 2);
  return kept?.body ?? text;
}

/** A recipe as the lines of a settings file. */
export function recipeLines(recipe: Recipe): string {
  return stringify({ service: { recipes: { [recipe.kind]: recipe } } }, { lineWidth: 0 }).trimEnd();
}

/**
 * Inspects several bodies of one endpoint together and prints each draft of a recipe: what it assumes and the figures that it
 * gives. Ends with 0 where the first draft is clear, else with 3.
 */
export async function recogniseBodies(
  context: Context,
  word: string,
  files: readonly string[],
  options: { readonly json?: boolean },
): Promise<0 | ExitCode> {
  const kind = endpointNamed(word);
  const texts: string[] = [];
  for (const file of files) texts.push(await bodyIn(context, kind, file));
  const found: Recognised = await theReadingThread.run('recognised', [kind, texts], context.ended);
  context.write(options.json === true ? JSON.stringify(found) : wordsFor(kind, files, found).join('\n'));
  return found.clear ? 0 : 3;
}

function draftWords(
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
    ...recipeLines(recipe)
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}

function wordsFor(kind: Endpoint, files: readonly string[], { clear, drafts, reason }: Recognised): string[] {
  if (drafts.length === 0) return [`${kind}: no recipe: ${reason}.`];
  const next =
    'Compare the figures of each draft with your dashboard, and paste the recipe of the one that is right.';
  return [
    clear ? `${kind}: clear. Compare the figures with your dashboard.` : `${kind}: unclear. ${next}`,
    ...drafts.flatMap((draft, index) => draftWords(draft, index, files)),
  ];
}

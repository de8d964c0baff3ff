import { type Endpoint, parseBody, type Reading, type Recipe } from '@answershare/core';
import { stringify } from 'yaml';
import { Complaint, type ExitCode } from '../../complaint.ts';
import { theReadingThread } from '../../reading/reading-thread.ts';
import type { Context } from '../context.ts';
import { endpointNamed } from './endpoint-names.ts';
import { givenBytes, textOf } from './given.ts';
import { valueWords } from './reading-words.ts';
import { keptAnswer } from './recordings.ts';

/** What several bodies of one endpoint give when they are inspected together. */
export interface Recognised {
  readonly recipe: Recipe | null;
  /** What a person has to decide; empty where the recipe is clear. */
  readonly questions: readonly string[];
  /** Each body read by the recipe, in the order given. */
  readonly readings: readonly Reading<unknown>[];
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
 * Inspects several bodies of one endpoint together and prints the recipe that reads them, the figures that it gives and what
 * is unclear. Ends with 0 where the recipe is clear, else with 3.
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
  return found.recipe !== null && found.questions.length === 0 ? 0 : 3;
}

function wordsFor(
  kind: Endpoint,
  files: readonly string[],
  { recipe, questions, readings }: Recognised,
): string[] {
  if (recipe === null) return [`${kind}: no recipe. ${questions.join('; ')}.`];
  const clear = questions.length === 0;
  return [
    `${kind}: ${clear ? 'clear. Compare the figures with your dashboard.' : 'unclear. Decide, and correct the recipe where it is wrong:'}`,
    ...questions.map((question) => `  ${question}`),
    ...readings.flatMap((reading, index) => [
      `${files[index]}:`,
      ...(reading.ok ? valueWords(reading.value, '  ') : [`  ${reading.reason}`]),
    ]),
    'The recipe, for the settings file:',
    recipeLines(recipe),
  ];
}

import { existsSync } from 'node:fs';
import { configuredRecipes, type Endpoint, type KnownRecipe, type Reading } from '@answershare/core';
import { Complaint, type ExitCode } from '../../complaint.ts';
import { nameInMessage } from '../../file-name.ts';
import { theReadingThread, UnfinishedReading } from '../../reading/reading-thread.ts';
import { findingLines, readRecipeFile } from '../../settings/recipe-file.ts';
import type { Context } from '../context.ts';
import type { Recognised } from './drafts.ts';
import { draftWords } from './drafts.ts';
import { endpointNamed } from './endpoint-names.ts';
import { type GivenBody, givenBodies } from './given-bodies.ts';
import { readingWords } from './reading-words.ts';
import { settingsFile } from './settings-file.ts';

export interface ReadOptions {
  /** A file with recipes. */
  readonly recipe?: string;
  readonly config?: string;
  readonly json?: boolean;
}

interface Read {
  /** In the order given. */
  readonly readings: readonly Reading<unknown>[];
  /** Where nobody gave a recipe: what the bodies show together. */
  readonly recognised: Recognised | null;
}

/** The recipes of an endpoint that a person gave; null where there is none. */
function givenRecipes(context: Context, kind: Endpoint, options: ReadOptions): readonly KnownRecipe[] | null {
  const { recipe } = options;
  if (recipe === undefined) {
    const file = settingsFile(options.config);
    if (!existsSync(file)) return null;
    return configuredRecipes(context.settings(file).service.recipes ?? {})[kind] ?? null;
  }
  const name = nameInMessage(recipe).trim() || 'the file of --recipe';
  const read = readRecipeFile(recipe, name);
  if (!read.ok) throw new Complaint(`The recipes cannot be used:\n${findingLines(read.found)}`, 2);
  const known = configuredRecipes(read.recipes)[kind];
  if (known === undefined)
    throw new Complaint(`${name} has no recipe of ${kind}. Name a file that has one.`, 2);
  return known;
}

const refused = (reason: string): Reading<unknown> => ({
  ok: false,
  problem: 'unclear',
  reason,
  pointer: null,
});

async function read(
  context: Context,
  kind: Endpoint,
  given: readonly GivenBody[],
  known: readonly KnownRecipe[] | null,
): Promise<Read> {
  const bodies = given.flatMap(({ body }) => ('parsed' in body ? [body.parsed] : []));
  const each = (readings: readonly Reading<unknown>[]): Reading<unknown>[] => {
    const left = [...readings];
    return given.map(({ body }) =>
      'why' in body ? refused(body.why) : (left.shift() ?? refused('It was not read.')),
    );
  };
  try {
    if (known !== null || bodies.length === 0) {
      const readings = await theReadingThread.run('readings', [kind, bodies, known ?? []], context.ended);
      return { readings: each(readings), recognised: null };
    }
    const recognised = await theReadingThread.run('recognised', [kind, bodies], context.ended);
    const [first] = recognised.drafts;
    const readings =
      recognised.clear && first ? first.readings : bodies.map(() => refused(recognised.reason));
    return { readings: each(readings), recognised };
  } catch (thrown) {
    if (!(thrown instanceof UnfinishedReading)) throw thrown;
    const reason = `The body is refused: ${thrown.reason}.`;
    return { readings: each(bodies.map(() => refused(reason))), recognised: null };
  }
}

/**
 * Shows how bodies of one endpoint are read: by the recipe given, else by that of the settings, else by what the bodies show
 * together. Ends with 0 where all were read, else with 3. Asks nobody.
 */
export async function readBody(
  context: Context,
  word: string,
  files: readonly string[],
  options: ReadOptions,
): Promise<0 | ExitCode> {
  const kind = endpointNamed(word);
  const known = givenRecipes(context, kind, options);
  const given = await givenBodies(context, kind, files);
  const { readings, recognised } = await read(context, kind, given, known);
  const drafts = recognised === null || recognised.clear ? [] : recognised.drafts;
  if (options.json === true) {
    const read = readings.map((reading, index) => ({ file: given[index]?.name, ...reading }));
    context.write(JSON.stringify({ kind, bodies: read, drafts }));
  } else {
    const lines = readings.flatMap((reading, index) => readingWords(kind, given[index]?.name ?? '', reading));
    const names = given.flatMap(({ name, body }) => ('parsed' in body ? [name] : []));
    const words = recognised !== null && drafts.length > 0 ? draftWords(kind, names, recognised) : [];
    context.write([...lines, ...words].join('\n'));
  }
  return readings.every(({ ok }) => ok) ? 0 : 3;
}

import { existsSync } from 'node:fs';
import { configuredRecipes, type Endpoint, type KnownRecipe, type Reading } from '@answershare/core';
import type { TestedRecognition } from '../../collect/worker.ts';
import { WorkerError, workerThread } from '../../collect/worker-thread.ts';
import { formatIssues } from '../../settings/issues.ts';
import { readRecipeFile } from '../../settings/recipes.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import { formatFileName } from '../../system/files.ts';
import type { Context } from '../io/context.ts';
import { formatDrafts, formatReading } from '../io/format.ts';
import { type InputBody, readInputBodies } from '../io/input.ts';
import { parseEndpoint } from '../io/options.ts';
import { findSettingsFile, selectService } from '../io/target.ts';

export interface ReadOptions {
  /** A file with recipes. */
  readonly recipe?: string;
  /** One of several services of the settings. */
  readonly service?: string;
  readonly config?: string;
  readonly json?: boolean;
}

interface BodyReadings {
  /** In the order of the files. */
  readonly readings: readonly Reading<unknown>[];
  /** The result of joint recognition; null if a recipe was given. */
  readonly recognised: TestedRecognition | null;
}

/** The recipes of `--recipe` or of the settings; null if there are none. */
function readGivenRecipes(
  context: Context,
  kind: Endpoint,
  options: ReadOptions,
): readonly KnownRecipe[] | null {
  const { recipe } = options;
  if (recipe === undefined) {
    const file = findSettingsFile(options.config);
    if (!existsSync(file)) return null;
    return (
      configuredRecipes(selectService(context.settings(file), options.service).recipes ?? {})[kind] ?? null
    );
  }
  const name = formatFileName(recipe).trim() || 'the file of --recipe';
  const read = readRecipeFile(recipe, name);
  if (!read.ok) throw new UsageError(`The recipes cannot be used:\n${formatIssues(read.found)}`);
  const known = configuredRecipes(read.recipes)[kind];
  if (known === undefined)
    throw new UsageError(`${name} has no recipe of ${kind}. Name a file that has one.`);
  return known;
}

const createRefusal = (reason: string): Reading<unknown> => ({
  ok: false,
  problem: 'unclear',
  reason,
  pointer: null,
});

async function readInThread(
  context: Context,
  kind: Endpoint,
  inputs: readonly InputBody[],
  known: readonly KnownRecipe[] | null,
): Promise<BodyReadings> {
  const bodies = inputs.flatMap(({ body }) => ('parsed' in body ? [body.parsed] : []));
  const each = (readings: readonly Reading<unknown>[]): Reading<unknown>[] => {
    const left = [...readings];
    return inputs.map(({ body }) =>
      'why' in body ? createRefusal(body.why) : (left.shift() ?? createRefusal('It was not read.')),
    );
  };
  try {
    if (known !== null || bodies.length === 0) {
      const readings = await workerThread.run('readBodies', [kind, bodies, known ?? []], context.ended);
      return { readings: each(readings), recognised: null };
    }
    const recognised = await workerThread.run('draftRecipes', [kind, bodies], context.ended);
    const [first] = recognised.drafts;
    const readings =
      recognised.clear && first ? first.readings : bodies.map(() => createRefusal(recognised.reason));
    return { readings: each(readings), recognised };
  } catch (thrown) {
    if (!(thrown instanceof WorkerError)) throw thrown;
    const reason = `The body is refused: ${thrown.reason}.`;
    return { readings: each(bodies.map(() => createRefusal(reason))), recognised: null };
  }
}

/**
 * Prints how bodies are read: by the given recipe, else by that of the settings, else by joint recognition. Exits
 * 0 if all were read, else 3. Sends nothing.
 */
export async function readBodies(
  context: Context,
  word: string,
  files: readonly string[],
  options: ReadOptions,
): Promise<ExitCode> {
  const kind = parseEndpoint(word);
  const known = readGivenRecipes(context, kind, options);
  const inputs = await readInputBodies(context, kind, files.length === 0 ? ['-'] : files);
  const { readings, recognised } = await readInThread(context, kind, inputs, known);
  const drafts = recognised === null || recognised.clear ? [] : recognised.drafts;
  if (options.json === true) {
    const read = readings.map((reading, index) => ({ file: inputs[index]?.name, ...reading }));
    context.writeJson({ kind, bodies: read, drafts });
  } else {
    const lines = readings.flatMap((reading, index) =>
      formatReading(kind, inputs[index]?.name ?? '', reading),
    );
    const names = inputs.flatMap(({ name, body }) => ('parsed' in body ? [name] : []));
    const words = recognised !== null && drafts.length > 0 ? formatDrafts(kind, names, recognised) : [];
    context.report([...lines, ...words].join('\n'));
  }
  return readings.every(({ ok }) => ok) ? 0 : 3;
}

import { z } from 'zod';
import { QUIRK_NAMES, QUIRKS, type QuirkName, type Quirks } from './quirks.ts';

/**
 * The name with the smallest edit distance to `text`, ignoring case. Null if more than a third of the letters differ.
 */
function findNearest(text: string, names: readonly string[]): string | null {
  const wanted = text.toLowerCase();
  const [first] = names
    .map((name) => ({ name, letters: editDistance(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.letters - b.letters);
  return first !== undefined && first.letters <= text.length / 3 ? first.name : null;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(changed, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** Some switches with their values; a number may be a string. */
export type QuirkChoices = {
  readonly [N in QuirkName]?: Quirks[N] extends number ? number | string : Quirks[N];
};

const choicesSchema = z.record(z.string(), z.unknown());

interface CheckedQuirks {
  readonly quirks: Partial<Quirks>;
  readonly problems: readonly string[];
}

/** Validates switches. Throws a RangeError that lists all problems and the valid values. */
export function parseQuirks(choices: unknown): Partial<Quirks> {
  const read = choicesSchema.safeParse(choices);
  if (!read.success) throw new RangeError('The switches are not an object: write {"name": "value"}.');
  return acceptQuirks(checkQuirks(Object.entries(read.data)));
}

/** Parses `name=value, name=value`. Throws like parseQuirks. */
export function parseWrittenQuirks(text: string): Partial<Quirks> {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs = parts.map((part) => /^([^=]+)=([^=]+)$/.exec(part));
  const { quirks, problems } = checkQuirks(
    pairs.flatMap((pair) => (pair === null ? [] : [[pair[1]?.trim() ?? '', pair[2]?.trim()] as const])),
  );
  const malformed = parts
    .filter((_, i) => pairs[i] === null)
    .map((part) => `${quoteRedacted(part)} is not name=value`);
  return acceptQuirks({ quirks, problems: [...malformed, ...problems] });
}

function checkQuirks(pairs: readonly (readonly [name: string, value: unknown])[]): CheckedQuirks {
  const quirks: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of pairs) {
    if (!isQuirkName(name)) {
      const nearest = findNearest(name, QUIRK_NAMES);
      problems.push(
        `there is no switch ${quoteRedacted(name)}${nearest === null ? '' : `, perhaps ${nearest} is meant`}`,
      );
      continue;
    }
    const checked = QUIRKS[name].schema.safeParse(value);
    if (checked.success) quirks[name] = checked.data;
    else problems.push(`${name} is ${quoteRedacted(value)}: ${checked.error.issues[0]?.message}`);
  }
  if (pairs.some(([name]) => !isQuirkName(name))) problems.push(`the switches are ${QUIRK_NAMES.join(', ')}`);
  return { quirks: quirks as Partial<Quirks>, problems };
}

function acceptQuirks({ quirks, problems }: CheckedQuirks): Partial<Quirks> {
  if (problems.length > 0) throw new RangeError(`The switches cannot be set: ${problems.join('; ')}.`);
  return quirks;
}

/** The value for a message: short, with keys redacted. */
function quoteRedacted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.replace(/rsc?_(live|test)_[0-9A-Za-z]*/g, '[redacted]').slice(0, 60);
}

function isQuirkName(name: string): name is QuirkName {
  return Object.hasOwn(QUIRKS, name);
}

/** The sources of switches of the command. A later source overrides an earlier one. */
export interface QuirkSources {
  /** A JSON file, `{"name": "value"}`. */
  readonly file: { readonly name: string; readonly text: string } | null;
  /** The variable SANDBOX_QUIRKS, `name=value,name=value`. */
  readonly environment: string | undefined;
  /** Each `--quirk name=value`. */
  readonly options: readonly string[];
}

/** Merges all sources. Throws a RangeError that lists every problem with its source. */
export function mergeQuirkSources({ file, environment, options }: QuirkSources): Partial<Quirks> {
  const problems: string[] = [];
  const readSource = (source: string, read: () => Partial<Quirks>): Partial<Quirks> => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof SyntaxError)) throw error;
      problems.push(error instanceof SyntaxError ? `${source} is not JSON.` : `${source}: ${error.message}`);
      return {};
    }
  };
  const quirks = {
    ...(file === null ? {} : readSource(file.name, () => parseQuirks(JSON.parse(file.text)))),
    ...readSource('SANDBOX_QUIRKS', () => parseWrittenQuirks(environment ?? '')),
    ...readSource('--quirk', () => parseWrittenQuirks(options.join(','))),
  };
  if (problems.length > 0) throw new RangeError(problems.join('\n'));
  return quirks;
}

import { z } from 'zod';
import { QUIRK_NAMES, QUIRKS, type QuirkName, type Quirks } from './quirks.ts';

/**
 * The name that takes the fewest changed, added or left out letters to become `text`; capitals do not count. Null where
 * even that takes more than a third of the letters of `text`: then it is no slip.
 */
export function findNearest(text: string, names: readonly string[]): string | null {
  const wanted = text.toLowerCase();
  const [first] = names
    .map((name) => ({ name, letters: distance(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.letters - b.letters);
  return first !== undefined && first.letters <= text.length / 3 ? first.name : null;
}

/** Levenshtein's distance, row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}

/** Some switches with their values; a number may be written as a text. */
export type QuirkChoices = {
  readonly [N in QuirkName]?: Quirks[N] extends number ? number | string : Quirks[N];
};

const object = z.record(z.string(), z.unknown());

interface Judged {
  readonly chosen: Partial<Quirks>;
  readonly complaints: readonly string[];
}

/** Checked switches. Throws a RangeError whose one sentence has every complaint with what may be chosen. */
export function parseQuirks(choices: unknown): Partial<Quirks> {
  const read = object.safeParse(choices);
  if (!read.success) throw new RangeError('The switches are not an object: write {"name": "value"}.');
  return accepted(judgeChoice(Object.entries(read.data)));
}

/** Switches written as `name=value, name=value`. Throws a RangeError as above. */
export function parseWrittenQuirks(text: string): Partial<Quirks> {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs = parts.map((part) => /^([^=]+)=([^=]+)$/.exec(part));
  const { chosen, complaints } = judgeChoice(
    pairs.flatMap((pair) => (pair === null ? [] : [[pair[1]?.trim() ?? '', pair[2]?.trim()] as const])),
  );
  const broken = parts.filter((_, i) => pairs[i] === null).map((part) => `${quoted(part)} is not name=value`);
  return accepted({ chosen, complaints: [...broken, ...complaints] });
}

function judgeChoice(pairs: readonly (readonly [name: string, value: unknown])[]): Judged {
  const chosen: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [name, value] of pairs) {
    if (!isName(name)) {
      const near = findNearest(name, QUIRK_NAMES);
      complaints.push(
        `there is no switch ${quoted(name)}${near === null ? '' : `, perhaps ${near} is meant`}`,
      );
      continue;
    }
    const checked = QUIRKS[name].schema.safeParse(value);
    if (checked.success) chosen[name] = checked.data;
    else complaints.push(`${name} is ${quoted(value)}: ${checked.error.issues[0]?.message}`);
  }
  if (pairs.some(([name]) => !isName(name))) complaints.push(`the switches are ${QUIRK_NAMES.join(', ')}`);
  return { chosen: chosen as Partial<Quirks>, complaints };
}

function accepted({ chosen, complaints }: Judged): Partial<Quirks> {
  if (complaints.length > 0) throw new RangeError(`The switches cannot be set: ${complaints.join('; ')}.`);
  return chosen;
}

/** What was sent, as it may stand in a message: short, and never a key. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.replace(/rsc?_(live|test)_[0-9A-Za-z]*/g, '[redacted]').slice(0, 60);
}

function isName(name: string): name is QuirkName {
  return Object.hasOwn(QUIRKS, name);
}

/** Where a command finds its switches; a later one outdoes an earlier one. */
export interface QuirkSources {
  /** A file of JSON, `{"name": "value"}`. */
  readonly file: { readonly name: string; readonly text: string } | null;
  /** The environment variable SANDBOX_QUIRKS, `name=value,name=value`. */
  readonly environment: string | undefined;
  /** Each `--quirk name=value`. */
  readonly options: readonly string[];
}

/** The switches of all sources. Throws a RangeError with every complaint and its source. */
export function mergeQuirkSources({ file, environment, options }: QuirkSources): Partial<Quirks> {
  const complaints: string[] = [];
  const from = (source: string, read: () => Partial<Quirks>): Partial<Quirks> => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof SyntaxError)) throw error;
      complaints.push(
        error instanceof SyntaxError ? `${source} is not JSON.` : `${source}: ${error.message}`,
      );
      return {};
    }
  };
  const chosen = {
    ...(file === null ? {} : from(file.name, () => parseQuirks(JSON.parse(file.text)))),
    ...from('SANDBOX_QUIRKS', () => parseWrittenQuirks(environment ?? '')),
    ...from('--quirk', () => parseWrittenQuirks(options.join(','))),
  };
  if (complaints.length > 0) throw new RangeError(complaints.join('\n'));
  return chosen;
}

import { z } from 'zod';
import { nearest } from './nearest.ts';
import { QUIRK_NAMES, QUIRKS, type QuirkName, type Quirks } from './table.ts';

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
export function chosenQuirks(choices: unknown): Partial<Quirks> {
  const read = object.safeParse(choices);
  if (!read.success) throw new RangeError('The switches are not an object: write {"name": "value"}.');
  return accepted(judged(Object.entries(read.data)));
}

/** Switches written as `name=value, name=value`. Throws a RangeError as above. */
export function writtenQuirks(text: string): Partial<Quirks> {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs = parts.map((part) => /^([^=]+)=([^=]+)$/.exec(part));
  const { chosen, complaints } = judged(
    pairs.flatMap((pair) => (pair === null ? [] : [[pair[1]?.trim() ?? '', pair[2]?.trim()] as const])),
  );
  const broken = parts.filter((_, i) => pairs[i] === null).map((part) => `${quoted(part)} is not name=value`);
  return accepted({ chosen, complaints: [...broken, ...complaints] });
}

function judged(pairs: readonly (readonly [name: string, value: unknown])[]): Judged {
  const chosen: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [name, value] of pairs) {
    if (!isName(name)) {
      const near = nearest(name, QUIRK_NAMES);
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

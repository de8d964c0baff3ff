import { z } from 'zod';
import { nearest } from './nearest.ts';
import { QUIRK_NAMES, QUIRKS, type QuirkName, type Quirks } from './table.ts';

/** Some switches with their values; a number may be written as a text. */
export type QuirkChoices = {
  readonly [N in QuirkName]?: Quirks[N] extends number ? number | string : Quirks[N];
};

const object = z.record(z.string(), z.unknown());

/** Checked switches. Throws a RangeError whose one sentence has every complaint with what may be chosen. */
export function chosenQuirks(choices: unknown): Partial<Quirks> {
  const read = object.safeParse(choices);
  if (!read.success) throw new RangeError('The switches are not an object: write {"name": "value"}.');
  const complaints: string[] = [];
  const chosen: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(read.data)) {
    if (!isName(name)) {
      complaints.push(`there is no switch "${name}"; did you mean ${nearest(name, QUIRK_NAMES)}?`);
      continue;
    }
    const checked = QUIRKS[name].schema.safeParse(value);
    if (checked.success) chosen[name] = checked.data;
    else complaints.push(`${name} is ${JSON.stringify(value)}: ${checked.error.issues[0]?.message}`);
  }
  if (complaints.length > 0) throw new RangeError(`The switches cannot be set: ${complaints.join('; ')}.`);
  return chosen as Partial<Quirks>;
}

/** Switches written as `name=value, name=value`. Throws a RangeError as above. */
export function writtenQuirks(text: string): Partial<Quirks> {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const broken = parts.filter((part) => !/^[^=]+=[^=]+$/.test(part));
  const pairs = parts.filter((part) => !broken.includes(part)).map((part) => part.split('=', 2));
  const sentences = broken.map((part) => `"${part}" is not name=value`);
  try {
    const chosen = chosenQuirks(
      Object.fromEntries(pairs.map(([name = '', value = '']) => [name.trim(), value.trim()])),
    );
    if (sentences.length === 0) return chosen;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    sentences.push(error.message.replace(/^[^:]*: /, '').replace(/\.$/, ''));
  }
  throw new RangeError(`The switches cannot be set: ${sentences.join('; ')}.`);
}

function isName(name: string): name is QuirkName {
  return Object.hasOwn(QUIRKS, name);
}

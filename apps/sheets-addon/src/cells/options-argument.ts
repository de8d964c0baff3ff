import { Refusal } from './refusal.ts';
import { textArgument } from './text-argument.ts';

/** The choices of each option, the default first. */
export type OptionChoices = Readonly<Record<string, readonly [string, ...string[]]>>;

/**
 * Options in one text, `headers=no; order=desc`, because Sheets shows every parameter of a function as required (Google:
 * guides/sheets/functions). @throws Refusal that lists what there is
 */
export function readOptions<T extends OptionChoices>(argument: unknown, choices: T): Record<keyof T, string> {
  const chosen: Record<string, string> = {};
  for (const name of Object.keys(choices)) chosen[name] = choices[name]?.[0] ?? '';
  for (const part of (textArgument(argument, 'options') ?? '').split(';')) {
    if (part.trim() === '') continue;
    const [name = '', value = ''] = part.split('=').map((side) => side.trim().toLowerCase());
    const allowed = Object.keys(choices).indexOf(name) < 0 ? undefined : choices[name];
    if (allowed === undefined || allowed.indexOf(value) < 0) {
      const known = Object.keys(choices).map((option) => `${option}=${choices[option]?.join('|')}`);
      throw new Refusal('bad_request', `"${part.trim()}" is no option here. There is ${known.join('; ')}.`);
    }
    chosen[name] = value;
  }
  return chosen as Record<keyof T, string>;
}

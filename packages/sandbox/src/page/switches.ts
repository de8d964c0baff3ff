import type { Desk } from '../host/desk.ts';
import { quirkRows } from '../quirks/rows.ts';
import { QUIRKS } from '../quirks/table.ts';

/** One switch as the page shows it. */
export interface SwitchRow {
  /** The undecided item; empty for a switch beyond the 35. */
  readonly item: string;
  readonly name: string;
  readonly question: string;
  /** The value in force, and what it means. */
  readonly present: string;
  readonly others: string;
  /** What one request may ask for: `name=value` of each choice; a number has none to choose from. */
  readonly choices: readonly string[];
}

export function switchRows({ world }: Desk): readonly SwitchRow[] {
  return quirkRows(world.form, world.quirks).map(({ name, item, question, value, alternatives }) => {
    const quirk = QUIRKS[name];
    const meanings: Readonly<Record<string, string>> = quirk.kind === 'choice' ? quirk.values : {};
    const meaning = meanings[value] ?? '';
    return {
      item: item === null ? '' : String(item),
      name,
      question,
      present: meaning === '' || meaning === value ? String(value) : `${value}: ${meaning}`,
      others: alternatives.filter((other) => other !== value).join(', '),
      choices: quirk.kind === 'choice' ? alternatives.map((other) => `${name}=${other}`) : [],
    };
  });
}

import { listAlternatives, type Quirk } from '../src/quirks/quirk.ts';
import { QUIRK_NAMES, QUIRKS } from '../src/quirks/quirks.ts';

/** The README's list of switches in the order of the items; the default comes first and in bold. */
export function switchesSection(): string {
  return QUIRK_NAMES.map((name) => ({ name, row: QUIRKS[name] as Quirk }))
    .sort((a, b) => (a.row.item ?? 99) - (b.row.item ?? 99))
    .map(({ name, row }) => [`- ${item(row)}\`${name}\`: ${plain(row.about)}`, ...values(row)].join('\n'))
    .join('\n');
}

function item({ item: number }: Quirk): string {
  return number === null ? '' : `Item ${number}, `;
}

function values(row: Quirk): string[] {
  if (row.kind === 'whole') return [`  - **\`${row.standard}\`** or ${listAlternatives(row)[0]}`];
  const standard = ([value]: [string, string]) => (value === row.standard ? 0 : 1);
  return Object.entries(row.values)
    .sort((a, b) => standard(a) - standard(b))
    .map(([value, words]) => {
      const name = value === row.standard ? `**\`${value}\`**` : `\`${value}\``;
      return `  - ${name}: ${plain(words)}`;
    });
}

/** Words that Markdown leaves as they are. */
function plain(words: string): string {
  return words.replace(/[*<]/g, '\\$&');
}

const BEGIN = '<!-- switches -->';
const END = '<!-- /switches -->';

/** The README with its table of switches written anew. */
export function withSwitches(readme: string): string {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The README lacks the marks ${BEGIN} and ${END}.`);
  return `${before}${BEGIN}\n\n${switchesSection()}\n\n${END}${after}`;
}

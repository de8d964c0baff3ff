import { listAlternatives, type Quirk } from '../src/quirks/quirk.ts';
import { QUIRK_NAMES, QUIRKS } from '../src/quirks/quirks.ts';

/** The list of switches in the order of the items; the default comes first and in bold. */
export function switchesSection(): string {
  return QUIRK_NAMES.map((name) => ({ name, row: QUIRKS[name] as Quirk }))
    .sort((a, b) => (a.row.item ?? 99) - (b.row.item ?? 99))
    .map(({ name, row }) => `- ${item(row)}\`${name}\`: ${plain(row.about)}: ${values(row).join(', ')}`)
    .join('\n');
}

function item({ item: number }: Quirk): string {
  return number === null ? '' : `${number} `;
}

function values(row: Quirk): string[] {
  if (row.kind === 'whole') return [`**${row.standard}**`, `or ${listAlternatives(row)[0]}`];
  const others = Object.keys(row.values).filter((value) => value !== row.standard);
  return [`**${row.standard}**`, ...others];
}

/** Words that Markdown leaves as they are. */
function plain(words: string): string {
  return words.replace(/[*<]/g, '\\$&');
}

const BEGIN = '<!-- switches -->';
const END = '<!-- /switches -->';

/** The page with its list of switches written anew. */
export function withSwitches(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/switches.md lacks the marks ${BEGIN} and ${END}.`);
  return `${before}${BEGIN}\n\n${switchesSection()}\n\n${END}${after}`;
}

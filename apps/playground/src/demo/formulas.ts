/** One line of the demo's table. */
export interface ShownFormula {
  readonly formula: string;
  /** What a reader could not guess from the formula. */
  readonly note: string | null;
  /** Shares: the value itself, or these columns of a table. */
  readonly percent: boolean | readonly string[];
}

interface Website {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** Cells that the formulas refer to, and the formulas. */
export interface Sheetful {
  readonly cells: readonly (readonly [address: string, text: string])[];
  readonly formulas: readonly ShownFormula[];
}

/** Seven websites in A2:A8, one name that looks like a formula in A10, and every function of the add-on. */
export function demoSheet(websites: readonly Website[]): Sheetful {
  const [first, second] = websites;
  const odd = websites.find(({ name }) => name.startsWith('='));
  const empty = websites.find(({ domain }) => domain.startsWith('quillfield'));
  if (first === undefined || second === undefined || odd === undefined || empty === undefined)
    throw new Error('The sandbox lacks the websites that the demo shows: start it with seed 1.');
  const show = (
    formula: string,
    note: string | null = null,
    percent: ShownFormula['percent'] = false,
  ): ShownFormula => ({ formula, note, percent });
  return {
    cells: [
      ...websites.slice(0, 7).map(({ domain }, index) => [`A${index + 2}`, domain] as const),
      // The apostrophe types a text, in every spreadsheet.
      ['A10', `'${odd.name}`],
    ],
    formulas: [
      show(`=CITATIONS("${first.id}")`, 'one website, by its id'),
      show(`=CITATIONS("${second.domain}")`, 'by its domain'),
      show('=CITATIONS(A2:A8)', 'seven websites in one formula'),
      show('=CITATIONS("nowhere.example")', 'a website that is not the team’s'),
      show('=WEBSITES()'),
      show(`=AUTHORITY("${first.domain}")`),
      show('=AUTHORITY_BREAKDOWN(A2)', null, ['Weight']),
      show('=SHARE_OF_VOICE(A2)', null, true),
      show('=COMPETITORS(A2)', null, ['Share of voice']),
      show('=ANALYTICS(A2, "7d")', 'one row a day'),
      show('=CITATIONS(A10)', `A10 holds the name ${odd.name}`),
      show(`=CITATIONS("${empty.domain}")`, 'a website without data: counted, and none'),
      show(`=AUTHORITY("${empty.domain}")`, 'a website without data: no score, which is not zero'),
    ],
  };
}

/** Rows between two formulas: more than any of their tables is high. */
export const ROWS_APART = 40;

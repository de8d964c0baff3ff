import { functions } from '../../src/functions/functions.ts';
import { type FormulaResult, inBlock, showCells, showResult, type TypedCells } from './formula-page.ts';

/** The sheet of the recipes: websites under a heading, and two dates. */
export const cookbookSheet: TypedCells = [
  ['A1', 'Website'],
  ['A2', 'Northwind Outdoor'],
  ['A3', 'harborandpine.example'],
  ['A4', 'Cobalt Ledger'],
  ['A5', 'Bücherei Groß 東京 🌿'],
  ['D1', '2026-11-01'],
  ['E1', '2026-11-07'],
];

export interface Recipe {
  readonly title: string;
  readonly formulas: readonly string[];
  /** What to know; empty for nothing. */
  readonly note: string;
}

const recipe = (title: string, formulas: string | readonly string[], note = ''): Recipe => ({
  title,
  formulas: typeof formulas === 'string' ? [formulas] : formulas,
  note,
});

export const recipes: readonly Recipe[] = [
  recipe(
    'Visitors of last month, every website',
    '=ANALYTICS_TOTAL(A2:A5; "last month"; "visitors")',
    'One formula for the column costs one request per website.',
  ),
  recipe(
    'Compare two months',
    ['=ANALYTICS_TOTAL(A2; "2026-10"; "visitors")', '=ANALYTICS_TOTAL(A2; "2026-09"; "visitors")'],
    'Both lie in the last 90 days, so they cost one request together.',
  ),
  recipe(
    'Month to date against as many days before',
    '=ANALYTICS_TOTAL(A2; "MTD"; "visitors"; ; "compare=previous; headers=yes")',
    'Today is not over, so it is left out. Give the last column the % format.',
  ),
  recipe(
    'Change against the week before, in percent, every website',
    '=ANALYTICS_TOTAL(A2:A5; "last week"; "citations"; "change%")',
    'Give the column the % format. A week without citations before it gives a blank.',
  ),
  recipe(
    'Four weeks, each with the week four weeks before',
    '=ANALYTICS(A2; "last 4 weeks"; "visitors"; "by=week; compare=previous")',
    'The date is the Monday of the week.',
  ),
  recipe(
    'Months for a chart',
    '=ANALYTICS(A2; "2026-09-01.."; "visitors, citations, partial"; "by=month")',
    'Partial is TRUE for a month that is not over, or that the period cuts.',
  ),
  recipe(
    'Trend in one cell',
    '=SPARKLINE(ANALYTICS(A2; "last 7 days"; "visitors"; "headers=no"))',
    'SPARKLINE takes a table of dates and figures. For the recorded scores write =SPARKLINE(INDEX(AUTHORITY_HISTORY(A2);;2)).',
  ),
  recipe(
    'Websites and metrics as a grid',
    '=ANALYTICS_TOTAL(A1:A5; "last 7 days"; "visitors, pageviews, citations")',
    'Write it into B1: the heading in A1 becomes the headings of the grid.',
  ),
  recipe('Websites and engines as a grid', '=CITATIONS_BY_ENGINE(A2:A5; "layout=grid")'),
  recipe(
    'Citations by one engine, every website',
    '=CITATIONS(A2:A5; "Perplexity")',
    'A website without this engine is blank, never zero.',
  ),
  recipe('Top rivals', '=COMPETITORS(A2; "top=3; own=no; columns=name, share")'),
  recipe('The greatest rival of each website', '=COMPETITORS(A2:A5; "top=1; own=no; columns=name, share")'),
  recipe('Share of voice, and a rival’s', ['=SHARE_OF_VOICE(A2)', '=SHARE_OF_VOICE(A2; "Summit Supply")']),
  recipe('The most cited pages', '=CITED_PAGES(A2; ; "top=5; columns=page, citations")'),
  recipe(
    'Pages that engines cite no more',
    '=CITED_PAGES(A2; "last 7 days"; "status=lost; columns=page, last")',
    'A page is lost if the seven days before cite it, and these do not.',
  ),
  recipe('The parts of the authority score', '=AUTHORITY_BREAKDOWN(A2)'),
  recipe('The best and the average day of a month', [
    '=ANALYTICS_TOTAL(A2; "last month"; "visitors"; "max")',
    '=ANALYTICS_TOTAL(A2; "last month"; "visitors"; "average")',
  ]),
  recipe(
    'One period for the whole sheet',
    '=ANALYTICS_TOTAL(A2:A5; $D$1:$E$1; "citations")',
    'Change the dates in D1 and E1, and every formula follows.',
  ),
  recipe(
    'The last whole days, newest first',
    '=ANALYTICS(A2; "last 3 days"; "visitors, citations"; "order=desc")',
    '3d would begin with today, which is not over.',
  ),
  recipe(
    'A field that no function shows',
    '=API_FIELD("citations"; A2; "/citations/0/query")',
    'The path depends on the body of your service: =API_FIELD("citations"; A2; "") shows all of it.',
  ),
];

/** The call of the add-on within a formula; the formula itself if it is one. */
export function findOwnCall(formula: string): string {
  const start = functions
    .map(({ name }) => formula.search(new RegExp(`\\b${name}\\(`)))
    .filter((at) => at >= 0)
    .sort((one, other) => one - other)[0];
  if (start === undefined) throw new Error(`${formula} calls no function of the add-on.`);
  let depth = 0;
  let isText = false;
  for (let at = start; at < formula.length; at += 1) {
    const character = formula[at];
    if (character === '"') isText = !isText;
    if (isText) continue;
    if (character === '(') depth += 1;
    if (character !== ')') continue;
    depth -= 1;
    if (depth === 0) return `=${formula.slice(start, at + 1)}`;
  }
  throw new Error(`${formula} has an open bracket.`);
}

const opening = `# Cookbook: ${recipes.length} formulas for reports

Written by \`test/cells/cookbook.test.ts\`, which types each formula into a sheet of the local Apps Script, connected to the
sandbox in both Forms on Saturday 2026-11-21; \`vitest run test/cells/cookbook.test.ts -u\` writes the page anew. An arrow
begins what the cell shows, or what the outer function gets. Percentages are fractions: give their cells the % format.
[FUNCTIONS.md](FUNCTIONS.md) has all options and [periods](FUNCTIONS.md#periods). The sheet holds:
`;

/** `docs/COOKBOOK.md`. @param results by the formula that was run */
export function formatCookbook(results: ReadonlyMap<string, FormulaResult>): string {
  const sections = recipes.map(({ title, formulas, note }, at) => {
    const texts = formulas.map((formula) => {
      const call = findOwnCall(formula);
      const result = results.get(call);
      if (result === undefined) throw new Error(`${call} was not run.`);
      return `${formula}\n${showResult(result)}`;
    });
    return `## ${at + 1}. ${title}\n\n${inBlock(texts.join('\n\n'))}${note === '' ? '' : `\n\n${note}`}`;
  });
  return `${[`${opening}\n${showCells(cookbookSheet)}`, ...sections].join('\n\n')}\n`;
}

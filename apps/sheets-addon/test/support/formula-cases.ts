import type { Form } from '@answershare/sandbox';
import { startConnectedAddon } from './local-addon.ts';

/** The sheet of the formulas: a heading in row 1, then websites as people paste them. */
const fixture: readonly (readonly [cell: string, value: string])[] = [
  ['A1', 'Website'],
  ['A2', 'Northwind Outdoor'],
  ['A3', 'https://www.harborandpine.example/shop?ref=mail'],
  ['A4', 'Cobalt\u00a0Ledger'],
  ['A5', ''],
  ['A6', 'Quillfield  Stduio'],
  ['A7', '#N/A'],
];

/** Formulas by section. All formulas of one inner list must give the same result, which the page shows once. */
export const formulaSections: readonly (readonly [
  heading: string,
  groups: readonly (readonly string[])[],
])[] = [
  [
    'Names of websites',
    [
      [
        '=CITATIONS("Northwind Outdoor")',
        '=CITATIONS(A2)',
        '=CITATIONS("northwind outdoor")',
        '=CITATIONS("Northwind\u00a0Outdoor")',
        '=CITATIONS("  Northwind   Outdoor ")',
        '=CITATIONS("North\u200bwind Outdoor\ufeff")',
        '=CITATIONS("Northwind Outdoor (northwind-outdoor.example)")',
        '=CITATIONS("northwind-outdoor.example")',
        '=CITATIONS("WWW.Northwind-Outdoor.example")',
        '=CITATIONS("https://northwind-outdoor.example/tents?size=2#top")',
        '=CITATIONS("sc-domain:northwind-outdoor.example")',
        '=CITATIONS("ws_nd30graihyf6")',
        '=CITATIONS("WS_ND30GRAIHYF6")',
      ],
      [
        '=AUTHORITY("bücherei.example")',
        '=AUTHORITY("xn--bcherei-n2a.example")',
        '=AUTHORITY("https://www.xn--bcherei-n2a.example/katalog")',
        '=AUTHORITY("Bücherei Groß 東京 🌿")',
      ],
      ['=CITATIONS(A1:A7)'],
      ['=CITATIONS(A1:A7; ; "on_error=blank")'],
      ['=AUTHORITY(A2:A4)'],
      ['=CITATIONS(A5)'],
      ['=CITATIONS("Northwind Outdor")'],
      ['=CITATIONS("northwind-outdoor.exmaple")'],
      ['=CITATIONS("Northwind")'],
      ['=CITATIONS("nowhere.example")'],
      ['=CITATIONS(A7)'],
      ['=CITATIONS("Loading...")'],
      ['=CITATIONS()'],
      ['=COMPETITORS()'],
      ['=AUTHORITY_CHANGE()'],
      ['=ANALYTICS_TOTAL()'],
      ['=EXPLAIN()'],
    ],
  ],
  [
    'Metrics, windows and their order',
    [
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "visitors"; "7d")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitor")',
        '=ANALYTICS_TOTAL(A2; "7d"; "users")',
        '=ANALYTICS_TOTAL(A2; "7d"; "Visitors"; "total")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "sum")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "page views")',
        '=ANALYTICS_TOTAL(A2; "pageview"; "7d")',
        '=ANALYTICS_TOTAL(A2; "7d"; "views")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "average")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "avg")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "MEAN")',
      ],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "max")', '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "maximum")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "min")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "last")', '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "latest")'],
      [
        '=ANALYTICS_TOTAL(A2; "visitors")',
        '=ANALYTICS_TOTAL(A2; ; "visitors")',
        '=ANALYTICS_TOTAL(A2; "30d"; "visitors")',
      ],
      [
        '=ANALYTICS(A2; "3d"; "visitors, citations")',
        '=ANALYTICS(A2; "visitors; citations"; "3d")',
        '=ANALYTICS(A2; "3d"; "visitor, citation"; "headers=TRUE")',
      ],
      ['=ANALYTICS(A2; "7d"; "visitors"; "top=1, order=desc")'],
      ['=ANALYTICS_TOTAL(A2; "7d")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "vistors")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "median")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "authority")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "share of voice")'],
    ],
  ],
  [
    'Options',
    [
      [
        '=WEBSITES("headers=no; top=2")',
        '=WEBSITES("headers=no, top=2")',
        '=WEBSITES("Headers = FALSE; Top = 2")',
        '=WEBSITES("headers=0, top=2")',
        '=WEBSITES("FALSE, top=2")',
      ],
      [
        '=AUTHORITY_BREAKDOWN(A2; "headers=no")',
        '=AUTHORITY_BREAKDOWN(A2; FALSE)',
        '=AUTHORITY_BREAKDOWN(A2; 0)',
      ],
      ['=COMPETITORS(A2; "top=3")'],
      [
        '=COMPETITORS(A2; "columns=name, share; top=2; headers=no")',
        '=COMPETITORS(A2; "headers=no, top=2, columns=Name, Share of voice")',
      ],
      ['=CITATIONS_BY_ENGINE(A2; "order=asc; top=1; columns=citations, engine")'],
      ['=COMPETITORS(A2; "columns=nmae")'],
      ['=COMPETITORS(A2; "header=no")'],
      ['=COMPETITORS(A2; "top=some")'],
      ['=COMPETITORS(A2; "top=3; own=maybe")'],
      ['=CITATIONS(A2; ; "on_error=stop")'],
    ],
  ],
  [
    'Tables of several websites',
    [
      ['=COMPETITORS(A2:A4; "top=2; columns=name, share")'],
      ['=COMPETITORS(A1:A3; "top=1; headers=no; columns=name, mentions")'],
      ['=CITATIONS_BY_ENGINE(A2:A7; "top=1")'],
      ['=CITATIONS_BY_ENGINE(A2:A7; "top=1; on_error=blank")'],
      ['=CITATIONS_BY_ENGINE(A2:A7; "on_error=throw")'],
      ['=ANALYTICS(A2:A3; "2d"; "visitors")', '=ANALYTICS(A1:A3; "visitors"; "2d")'],
    ],
  ],
  [
    'Engines, competitors and other words',
    [
      ['=CITATIONS(A2; "ChatGPT")', '=CITATIONS(A2; "chat gpt")', '=CITATIONS(A2; "OpenAI")'],
      ['=CITATIONS(A2; "all")', '=CITATIONS(A2; "*")', '=CITATIONS(A2; "All engines")', '=CITATIONS(A2)'],
      ['=CITATIONS(A2; "Chatgtp")'],
      ['=CITATIONS(A2; "30d")'],
      ['=AUTHORITY(A2; "30d")'],
      ['=SHARE_OF_VOICE(A2; "90d")'],
      [
        '=SHARE_OF_VOICE(A2; "Summit Supply")',
        '=SHARE_OF_VOICE(A2; "summit\u00a0supply")',
        '=SHARE_OF_VOICE(A2; "https://www.Summit-Supply.example/tents")',
      ],
      ['=SHARE_OF_VOICE(A2; "Sumit Supply")'],
      ['=API_STATUS("day lft")'],
      ['=AUTHORITY_CHANGE(A2; "7d"; "verdic")'],
      ['=EXPLAIN("CITATION")'],
      ['=API_FIELD("citation"; A2; "/total")'],
      ['=API_FIELD("citations"; A7; "/total")'],
    ],
  ],
];

/** Results are read from J1 down to O9: larger ones are shortened by `top`. */
const readArea = 'J1:O9';

export interface FormulaResult {
  /** The note of `#ERROR!`; null for a value. */
  readonly note: string | null;
  /** The cells as displayed, without blank rows and columns at the end; none for an error. */
  readonly rows: readonly (readonly string[])[];
}

function trimBlanks(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const lengthOf = (filled: readonly boolean[]): number => Math.max(1, filled.lastIndexOf(true) + 1);
  const height = lengthOf(rows.map((row) => row.some((cell) => cell !== '')));
  const width = rows.reduce((most, row) => Math.max(most, lengthOf(row.map((cell) => cell !== ''))), 1);
  return rows.slice(0, height).map((row) => row.slice(0, width));
}

/** The results of all formulas in a file of one Form at a fixed instant. */
export async function runFormulas(form: Form): Promise<ReadonlyMap<string, FormulaResult>> {
  const start = Date.parse('2026-11-21T09:00:05Z');
  const begun = Date.now();
  await using addon = await startConnectedAddon(form, 'live', { now: () => start + Date.now() - begun });
  await addon.sandbox.admin.setClock(new Date(start).toISOString());
  await addon.sandbox.admin.freezeClock();
  const { sheet } = addon.host;
  for (const [cell, value] of fixture) if (value !== '') sheet.type(cell, value);
  const results = new Map<string, FormulaResult>();
  for (const formula of formulaSections.flatMap(([, groups]) => groups.flat())) {
    sheet.type('J1', formula);
    await sheet.calculate();
    const note = sheet.cell('J1').error;
    results.set(formula, { note, rows: note === null ? trimBlanks(sheet.display(readArea)) : [] });
    sheet.erase('J1');
  }
  return results;
}

/** Invisible characters by name. */
const showText = (text: string): string =>
  text
    .replaceAll('\u00a0', '⟨no-break space⟩')
    .replaceAll('\u200b', '⟨zero-width space⟩')
    .replaceAll('\ufeff', '⟨byte order mark⟩');

function showResult({ note, rows }: FormulaResult): string {
  if (note !== null) return `→ #ERROR! ${showText(note)}`;
  const lines = rows.map((row) => row.map((cell) => (cell === '' ? '⟨blank⟩' : showText(cell))).join(' | '));
  return `→ ${lines.join('\n  ')}`;
}

const opening = `# Formulas and what they show

Written by \`test/cells/formulas.test.ts\`, which types each formula into a sheet of the local Apps Script, connected to the
sandbox in both Forms on 2026-11-21; \`vitest run test/cells/formulas.test.ts -u\` writes the page anew.

The formulas above one arrow all show what follows it. The sheet holds:
`;

const inBlock = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;

/** `docs/FORMULAS.md`. */
export function formatFormulaPage(results: ReadonlyMap<string, FormulaResult>): string {
  const cells = fixture.map(([cell, value]) => `${cell}  ${value === '' ? '⟨blank⟩' : showText(value)}`);
  const sections = formulaSections.map(([heading, groups]) => {
    const texts = groups.map((formulas) => {
      const result = results.get(formulas[0] ?? '');
      if (result === undefined) throw new Error(`${formulas[0]} was not run.`);
      return `${formulas.map(showText).join('\n')}\n${showResult(result)}`;
    });
    return `## ${heading}\n\n${inBlock(texts.join('\n\n'))}`;
  });
  return `${[`${opening}\n${inBlock(cells.join('\n'))}`, ...sections].join('\n\n')}\n`;
}

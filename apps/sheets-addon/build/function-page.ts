import type { Parameter, SheetFunction } from '../src/functions/parameters.ts';
import { exampleToday, periodExamples } from './period-examples.ts';

const takesPeriod = ({ name }: Parameter): boolean => ['window', 'period', 'since'].includes(name);

const formatParameter = (parameter: Parameter, label: string): string =>
  `- ${label}: ${parameter.text}${takesPeriod(parameter) ? ' See [Periods](#periods).' : ''}`;

type SheetTexts = Pick<SheetFunction, 'name' | 'description' | 'returns'>;

const isUsedBy = ({ text }: Parameter, { parameters }: SheetFunction): boolean =>
  parameters.some((parameter) => parameter.text === text);

const isShared = (parameter: Parameter, catalogue: readonly SheetFunction[]): boolean =>
  catalogue.filter((each) => isUsedBy(parameter, each)).length > 1;

/** Each parameter that several functions have with the same text, once. */
function formatSharedParameters(catalogue: readonly SheetFunction[]): string {
  const byText = new Map(
    catalogue.flatMap(({ parameters }) =>
      parameters.filter((each) => isShared(each, catalogue)).map((each) => [each.text, each] as const),
    ),
  );
  const lines = [...byText.values()].map((parameter) => {
    const users = catalogue.filter((each) => isUsedBy(parameter, each)).map(({ name }) => name);
    const of = users.length === catalogue.length ? 'all functions' : users.join(', ');
    return formatParameter(parameter, `\`${parameter.name}\` of ${of}`);
  });
  return `## Parameters of several functions\n\nThe section of a function has its own parameters only.\n\n${lines.join('\n')}`;
}

const toSentences = (text: string): readonly string[] => text.split(/(?<=[.;]) /);

/** The texts of a function without the sentences of an earlier one, if a long sentence shows that they are alike. */
function toOwnTexts(described: SheetFunction, catalogue: readonly SheetFunction[]): Omit<SheetTexts, 'name'> {
  const earlier = catalogue.slice(0, catalogue.indexOf(described));
  const textOf = ({ description, returns }: SheetTexts): string => `${description} ${returns}`;
  const alike = earlier.find((each) =>
    toSentences(textOf(each)).some((one) => one.length > 90 && textOf(described).includes(one)),
  );
  if (alike === undefined) return described;
  const known = toSentences(textOf(alike));
  const toOwn = (text: string): string =>
    toSentences(text)
      .filter((one) => !known.includes(one))
      .join(' ')
      .replace(/;$/, '.');
  return {
    description: toOwn(described.description),
    returns: `${toOwn(described.returns)} All else as [${alike.name}](#${alike.name.toLowerCase()}).`,
  };
}

function formatSection(described: SheetFunction, catalogue: readonly SheetFunction[]): string {
  const { name, parameters, examples } = described;
  const { description, returns } = toOwnTexts(described, catalogue);
  const own = parameters.filter((parameter) => !isShared(parameter, catalogue));
  const shown = examples.at(-1) ?? examples[0];
  return [
    `## ${name}`,
    '',
    description,
    '',
    `\`=${name}(${parameters.map((parameter) => parameter.name).join('; ')})\``,
    '',
    ...own.map((parameter) => formatParameter(parameter, `\`${parameter.name}\``)),
    '',
    `Gives: ${returns}`,
    '',
    `Example: \`${shown.formula}\`: ${shown.shows}`,
  ].join('\n');
}

const opening = `# Functions of the add-on

Written by \`node build.ts\` from the function catalogue.
`;

const rules = `## Rules of all functions

- A website is an id, a domain, a URL of it, a name, or \`Name (domain)\`. Case, \`www.\`, further and invisible spaces, and
  Unicode or Punycode do not matter. The note of a mistyped name asks \`Did you mean …?\`.
- A range as \`website\` gives a row per cell and asks for each distinct website once. A failing row shows its reason in that
  row only: \`on_error=blank\` leaves it blank, \`on_error=throw\` fails the whole range. Prefer one range to many cells.
- A total is exact or an error if the call is inside it: \`=SUM(CITATIONS(A2:A50))\`. There a failing row makes the call an
  error, whatever \`on_error\` is; \`text\` and \`blank\` count only for rows that fail for good. A total over the cells of
  a range formula, \`=SUM(B2:B50)\`, skips the texts of failing rows.
- COUNT, COUNTA, IFERROR, ISERROR and ROWS take an error for a value, so no function can keep them exact. Two ways are:
  \`=CITATIONS(A2:A50; ; "total=yes")\` is one exact sum or an error, and \`=COUNT(x) + 0 * SUM(x)\` an error with its rows.
  The formula doctor names the doubtful formulas of a file. "Run failed formulas again" finds them all; then they are exact.
- A heading such as Website, Kunde or URL, a row such as Total or Average, and a dash or n/a give a blank anywhere in a
  range, unless a website has that name. A table of several websites leaves them out.
- A column of websites and a row of engines, competitors or periods give a grid: \`=CITATIONS(A2:A9; B1:E1)\`. Two ranges
  of one shape go cell by cell. A grid asks as much as its cells would.
- Other words for options and aggregates are read too: \`top 3\`, \`limit=2\`, \`no headers\`, \`columns=1, 2\`, \`sort by name\`,
  \`new pages\`, \`difference\`, \`%\`. Another tool's word for a metric gets the nearest metric as an answer.
- Options are separated by \`;\` or \`,\`. Yes and no may also be TRUE and FALSE or 1 and 0; \`FALSE\` or \`0\` alone means
  \`headers=no\`.
- Metrics may be singular or plural. Window and metrics may change places.
- A blank result means that the service gave no figure. It never means zero.
- A failing cell shows \`#ERROR!\` with a note such as \`[not_found] No website "x" for this key. …\`. The [code](#codes) in
  brackets is stable. \`IFERROR\` works. The note names an argument whose cell shows an error such as \`#N/A\`.
- Answers are kept until midnight UTC, an hour at least, and shared by everybody who works in the file. A change of \`refresh\` runs the formula
  anew, but sends no request while the answer is kept. The sidebar refreshes answers.
- Sheets refuses NOW(), RAND() and RANDBETWEEN() in an argument, and cells with them: the formula shows an error or
  "Loading..." for ever. TODAY() works. For \`refresh\` take a cell that you change, or \`AnswershareRefresh\`.
- If another add-on has a function of the same name, put \`AS_\` before ours: \`=AS_CITATIONS(A2)\`. Sheets does not list it.
- The examples separate arguments with \`;\`, which Sheets takes in every locale.
- [COOKBOOK.md](COOKBOOK.md) has twenty formulas for reports. A test records what
  [two hundred formulas](../test/cells/formulas.txt) show, with every spelling above.
`;

const periodList = periodExamples.flatMap(({ written, meaning, shows, locale }) => {
  if (typeof shows !== 'string' || meaning.startsWith('the same')) return [];
  const where = locale === undefined ? '' : ` in ${locale}`;
  return [`- \`${written}\`${where}: ${shows.replace(' to ', '..')}, ${meaning}`];
});

const periods = `## Periods

\`window\`, \`period\` and \`since\` take a period, as here in \`=ANALYTICS_TOTAL(A2; "visitors"; …)\` on Saturday
${exampleToday}. Case, underscores and repeated spaces do not matter. The bot's \`call --window\` takes the same texts.

- Two cells with a date each are a period: \`=ANALYTICS(A2; B1:C1)\`. So are two dates as two arguments, as in GOOGLEFINANCE:
  \`=ANALYTICS(A2; B1; C1; "citations")\`. Later arguments then move by one.
- One date is one day. As \`period\` of a history or as \`since\` it is the first day.
- \`since\` takes no period that ends before today, because a change ends on the newest tracked day.
- Form 2 of the service has the last 90 days only. A period that starts earlier is refused there.
- A period follows the date of the spreadsheet, so all readers of a file see the same days. The service's days are assumed
  in UTC.
- A partial day is not over in the spreadsheet's zone or at the service. A sum counts it as far as it goes. An average and a
  change leave it out: \`7d\` then compares the last seven whole days. EXPLAIN lists whole, partial and compared days.
- ANALYTICS shows a day that has not begun at the service with blanks, and marks partial rows in its column Partial.

${periodList.join('\n')}

Words of English, German, French, Spanish, Portuguese and Japanese are read too, and the names that GA, Google Ads and
Supermetrics give to periods. A month, week or quarter without a year is the newest that has begun. What can mean two
periods is asked. One date cell is one day, so \`TODAY()-30\` is the day a month ago; write \`30d\` for the days since.
[PERIODS.md](PERIODS.md) shows eight hundred of them, read in four zones.

Two dates may be joined by \`..\`, \`to\`, a dash or a colon. \`7d\` is also \`7 days\`, and \`30\` may be a text. A date in the order
of a locale needs that locale in the spreadsheet. If two readings are possible, the note names both.
`;

const codes = `## Codes

The note of a cell says what to do. A test records [what each fault shows](../test/faults/faults.txt).

- \`not_connected\`: The file has no key, or its key was given for another address.
- \`no_service\`: The add-on was built without a service address, or its address is not https.
- \`unauthorized\`, \`invalid_key\`: The service refuses the key.
- \`forbidden\`: The key's scopes or plan do not cover this.
- \`not_found\`: No such website, engine or competitor, or a citation feed without pages.
- \`not_allowed\`: The file shows only some websites of the key: sidebar, Key.
- \`bad_request\`, \`bad_window\`: An argument cannot be read, or the service does not cover its period.
- \`rate_limited\`, \`daily_quota_exceeded\`: Requests are used up until the time in the note.
- \`server_error\`, \`unreachable\`, \`timeout\`: The service failed or did not answer; asked again after half a minute.
- \`incomplete\`: Days of the window have no figure, or are not on the page that came, so a sum would be too small.
- \`not_measured\`: The service marks all figures of the window, for example as sampled, so none is shown.
- \`bad_answer\`: The answer was no JSON, was cut, or was for another window than asked.
- \`shape\`: The answer does not fit its recipe, or no user has confirmed how to read it. Open the sidebar.
- \`no_history\`: The file has no history, or none of the website, or its headings are gone.
- \`pending\`: Another cell asks the same and has no answer yet: recalculate in a minute.
- \`paused\`: Requests of this file are paused, and no answer to this is kept: continue in the sidebar.
- \`budget\`: This minute has no room: recalculate after the time in the note.
- \`unexpected\`: A fault of the add-on: tell its administrator, with what \`=DIAGNOSE()\` shows.
`;

/** `docs/FUNCTIONS.md`. */
export function formatFunctionPage(catalogue: readonly SheetFunction[]): string {
  const names = catalogue.map(({ name }) => `[${name}](#${name.toLowerCase()})`);
  const contents = `[Rules](#rules-of-all-functions) · [Parameters](#parameters-of-several-functions) · ${names.join(' · ')} · [Periods](#periods) · [Codes](#codes)`;
  const sections = catalogue.map((each) => formatSection(each, catalogue));
  return `${[opening, contents, rules, formatSharedParameters(catalogue), ...sections, periods, codes]
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

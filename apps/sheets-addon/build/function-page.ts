import type { Parameter, SheetFunction } from '../src/functions/parameters.ts';
import { exampleToday, midnightExamples, periodExamples } from './period-examples.ts';

const takesPeriod = ({ name }: Parameter): boolean => ['window', 'period', 'since'].includes(name);

function section({ name, description, parameters, returns, examples }: SheetFunction): string {
  return [
    `## ${name}`,
    '',
    description,
    '',
    `\`=${name}(${parameters.map((parameter) => parameter.name).join('; ')})\``,
    '',
    ...parameters.map(
      (parameter) =>
        `- \`${parameter.name}\`: ${parameter.text}${takesPeriod(parameter) ? ' See [Periods](#periods).' : ''}`,
    ),
    '',
    `Gives: ${returns}`,
    '',
    'Examples:',
    '',
    ...examples.map(({ formula, shows }) => `- \`${formula}\`: ${shows}`),
  ].join('\n');
}

const opening = `# Functions of the add-on

Written by \`node build.ts\` from the function catalogue.
`;

const rules = `## Rules of all functions

- A website is named by its id, its domain or a URL of it, its name, or \`Name (domain)\` as the sidebar shows it. Case,
  \`www.\`, doubled, no-break and zero-width spaces, and the spelling of a domain in Unicode or Punycode do not matter. All
  are looked up in one cached list. For a mistyped name the note asks \`Did you mean …?\`.
- A heading in the first row of a range, such as Website, Domain, Site or URL, gives a blank unless a website has that name;
  a table of several websites leaves it out.
- \`COMPETITORS\`, \`CITATIONS_BY_ENGINE\`, \`CITED_PAGES\` and \`ANALYTICS\` of a range put the tables of its websites below each other, each
  website once, with the column Website first.
- A cell with an error such as \`#N/A\` as an argument is named in the note.
- Options are separated by \`;\` or \`,\`. Yes and no may also be TRUE and FALSE or 1 and 0; \`FALSE\` or \`0\` alone means
  \`headers=no\`.
- Metrics may be singular or plural. The window and the metrics of \`ANALYTICS\` and \`ANALYTICS_TOTAL\` may be exchanged.
- A range as \`website\` of the other functions gives one result per row, queries for each distinct website once, and shows a failing row's reason in
  that row only; the option \`on_error=blank\` leaves it blank, \`on_error=throw\` fails the whole range. Prefer one range formula to many single cells.
- A blank result means that the service gave no figure. It never means zero.
- A failing cell shows \`#ERROR!\` with a note such as \`[not_found] No website "x" for this key. …\`; the code in brackets
  is stable. \`IFERROR\` works.
- Answers are kept for six hours and shared by everybody who works in the file.
- \`refresh\`, the last argument of every function, means nothing by itself: Sheets runs a formula anew when that cell
  changes. What is kept is shown again without a request, until it is old or the sidebar refreshes it.
- Where another add-on has a function of the same name, put \`AS_\` before ours: \`=AS_CITATIONS(A2)\`. Sheets does not
  list these names, and calls them all the same.
- [COOKBOOK.md](COOKBOOK.md) has twenty formulas for reports, [FORMULAS.md](FORMULAS.md) two hundred with what they show, with
  every spelling above.
- The examples separate arguments with \`;\`, which Sheets takes in every locale.
`;

/** A table with columns of equal width, as the formatter of this repository has it. */
function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[], fill = ' '): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`;
  return [
    line(head),
    line(
      head.map(() => '-'),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n');
}

const periodTable = formatTable(
  ['written', 'locale', 'days, or the note', 'meaning'],
  periodExamples.map(({ written, meaning, shows, locale }) => [
    `\`${typeof written === 'number' ? written : `"${written}"`}\``,
    locale ?? 'every',
    typeof shows === 'string' ? shows : shows.note,
    meaning,
  ]),
);

const midnightTable = formatTable(
  ['zone of the spreadsheet', 'time there', 'days', 'whole days', 'partial'],
  midnightExamples.map(({ zone, local, from, to, wholeTo, partial }) => [
    zone,
    local,
    `${from} to ${to}`,
    `${from} to ${wholeTo}`,
    partial.join(', '),
  ]),
);

const periods = `## Periods

\`window\`, \`period\` and \`since\` take a period, as here in \`=ANALYTICS_TOTAL(A2; "visitors"; …)\` on Saturday
${exampleToday}. Case, underscores and repeated spaces do not matter. The bot's \`call --window\` takes the same texts.

- Two cells with a date each are a period: \`=ANALYTICS(A2; B1:C1)\`. So are two dates as two arguments, as GOOGLEFINANCE
  takes them: \`=ANALYTICS(A2; B1; C1; "citations")\`. The end takes the place of the next argument, and later ones move by one.
- One date is one day. As \`period\` of a history or as \`since\` it is the first day.
- \`since\` takes no period that ends before today: a change ends on the newest tracked day.
- Form 2 of the service has the last 90 days only. A period that starts earlier is refused there.

${periodTable}

A period follows the date of the spreadsheet, so all readers of a file see the same days from midnight to midnight. The
service's days are assumed in UTC. A partial day is not over in the spreadsheet's zone or at the service. A sum counts it as
far as it goes; an average leaves it out, and so does a change: \`7d\` then compares the last seven whole days. ANALYTICS
shows a day that has not begun at the service with blanks, and its column Partial marks every partial row. EXPLAIN lists whole,
partial and compared days. For \`7d\`:

${midnightTable}
`;

const codes = `## Codes

[FAULTS.md](FAULTS.md) shows what each fault looks like.

- \`not_connected\`: The file has no key, or its key was given for another address: open the sidebar.
- \`no_service\`: The add-on was built without a service address, or its address is not https.
- \`unauthorized\`, \`invalid_key\`: The service refuses the key: connect a new one.
- \`forbidden\`: The key's scopes or plan do not cover this.
- \`not_found\`: No such website, engine or competitor, or a citation feed without pages.
- \`not_allowed\`: The file shows only some websites of the key, and not this one: the sidebar chooses them under Key.
- \`bad_request\`, \`bad_window\`: An argument cannot be read, or the service does not cover its period; the note says which.
- \`rate_limited\`, \`daily_quota_exceeded\`: Requests are used up until the time in the note.
- \`server_error\`, \`unreachable\`, \`timeout\`: The service failed or did not answer; asked again after half a minute.
- \`incomplete\`: Days of the window have no figure, or are not on the page that came, so that a sum would be too small.
- \`bad_answer\`: The answer was no JSON, was cut, or was for another window than asked.
- \`shape\`: The answer does not fit how it was read so far, or no user has confirmed how to read it; the note
  names the place. Open the sidebar: it inspects the service and shows what to confirm.
- \`no_history\`: The file has no tracked history, or none of the website, or its headings are gone: the note says which.
- \`pending\`: Another cell is asking the same and has no answer yet: recalculate in a minute.
- \`paused\`: Requests of this file are paused, and no answer to this is kept: continue in the sidebar.
- \`budget\`: This minute has no room for the question: recalculate after the time in the note.
- \`unexpected\`: Something that should not happen: tell the add-on's administrator, with what \`=DIAGNOSE()\` shows.
`;

/** The functions by name, and the two lists after them. */
function formatContents(catalogue: readonly SheetFunction[]): string {
  const link = (name: string): string => `[${name}](#${name.toLowerCase()})`;
  const lines = catalogue.map(
    ({ name, description }) => `- ${link(name)}: ${description.replace(/\. .*/, '.')}`,
  );
  return [
    '## Contents',
    '',
    '- [Rules of all functions](#rules-of-all-functions)',
    ...lines,
    `- ${link('Periods')}: how to write them`,
    `- ${link('Codes')} of faults`,
  ].join('\n');
}

/** `docs/FUNCTIONS.md`. */
export function formatFunctionPage(catalogue: readonly SheetFunction[]): string {
  return `${[opening, formatContents(catalogue), rules, ...catalogue.map(section), periods, codes]
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

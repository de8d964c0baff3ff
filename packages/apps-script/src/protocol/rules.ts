/**
 * How this runtime behaves where a number says too little, each rule with the page it comes from, as in limits.ts.
 * `documented` = Google states it. `assumed` = no Google page states it: `note` says what it rests on.
 */
export interface Rule {
  /** What the rule is about, as a heading. */
  readonly about: 'Typed text' | 'Cells' | 'Formulas' | 'Authorisation' | 'Time' | 'Sidebar';
  readonly rule: string;
  readonly page: string;
  readonly read: string;
  readonly standing: 'documented' | 'assumed';
  readonly note?: string;
}

const read = '2026-08-13';
const standing = 'documented' as const;
const assumed = 'assumed' as const;
const range = { page: 'reference/spreadsheet/range', read, standing };
const functions = { page: 'guides/sheets/functions', read, standing };
const clockTrigger = { page: 'reference/script/clock-trigger-builder', read, standing };
const scriptApp = { page: 'reference/script/script-app', read, standing };
const sidebar = { page: 'guides/html/communication', read, standing };

export const rules: readonly Rule[] = [
  {
    about: 'Typed text',
    ...range,
    rule: 'Text that begins with = becomes a formula, in setValue and setValues too.',
    note: 'That it does so in a cell with the format @ as well is assumed.',
  },
  {
    about: 'Typed text',
    ...range,
    standing: assumed,
    rule: 'Text that begins with + or - and is no number becomes a formula; a lone sign stays text.',
    note: 'Sheets shows a formula error for such text when it is typed (public questions); the harsher reading for scripts.',
  },
  {
    about: 'Typed text',
    ...range,
    standing: assumed,
    rule: 'Text that begins with @ stays text.',
    note: 'Nothing on the pages of Range; @ begins a formula in other programs, and a file may be opened there.',
  },
  {
    about: 'Typed text',
    ...range,
    standing: assumed,
    rule: "A leading ' is taken away and makes the rest text.",
    note: 'As in the editor.',
  },
  {
    about: 'Typed text',
    ...range,
    standing: assumed,
    rule: 'Numbers, percent, amounts, TRUE and FALSE, ISO dates, dates in the locale’s order and times are read as such, with a format; in a cell with the format @ they stay text.',
    note: 'The pages say that values are numbers, texts, booleans or dates; how text is read follows the editor. Names of months are not read here.',
  },
  { about: 'Cells', ...range, rule: 'An empty cell gives the empty text; a date gives a Date.' },
  {
    about: 'Cells',
    ...range,
    standing: assumed,
    rule: 'Rows that do not fill the range are refused before anything is written.',
    note: 'That sizes must match is documented; the sentences follow public logs.',
  },
  {
    about: 'Cells',
    ...functions,
    rule: 'A custom function reads the document with get methods and changes nothing.',
    note: 'The sentence of the refusal follows public logs.',
  },
  {
    about: 'Cells',
    page: 'reference/spreadsheet/sheet',
    read,
    standing: assumed,
    rule: 'A chart on a sheet of its own is of the type OBJECT: its sheet has no current cell and refuses ranges and last rows.',
    note: 'getType and SheetType are documented; the refusal of getDataRange and its sentence follow a public log (diegomanuel/binance-to-google-sheets#13).',
  },
  {
    about: 'Formulas',
    ...functions,
    rule: 'A range is rows of values; a result of rows fills cells that are empty, else it is an error.',
  },
  {
    about: 'Formulas',
    ...functions,
    standing: assumed,
    rule: 'The error is #REF! and names the first cell that is taken; the result comes back when the cell is free.',
    note: 'Public logs.',
  },
  {
    about: 'Formulas',
    ...functions,
    rule: 'A formula runs again only when an argument has changed or the formula was edited.',
  },
  {
    about: 'Formulas',
    ...functions,
    standing: assumed,
    rule: 'Setting the formula that a cell has already runs nothing; setting another one in between does. Each cell runs for itself.',
    note: 'Add-ons refresh by changing the formula’s text and back (public repositories). Sheets also runs formulas when a file is opened, rows are inserted or its own cache is dropped: not done here.',
  },
  {
    about: 'Formulas',
    ...functions,
    standing: assumed,
    rule: 'A comma parts arguments unless the locale writes decimals with it; a semicolon always does; an argument left out between two of them is the empty text.',
    note: 'Public issues about separators.',
  },
  {
    about: 'Formulas',
    ...functions,
    standing: assumed,
    rule: 'Only a formula that is one call of a function of the project is calculated; any other shows "Loading...".',
    note: 'A border of this runtime, not of Sheets.',
  },
  {
    about: 'Authorisation',
    page: 'workspace/add-ons/concepts/editor-auth-lifecycle',
    read,
    standing,
    rule: 'What each AuthMode grants is Google’s table.',
  },
  {
    about: 'Authorisation',
    page: 'concepts/scopes',
    read,
    standing: assumed,
    rule: 'With oauthScopes in the manifest, a service without its scope is refused; in a cell only UrlFetchApp needs one, in simple triggers none.',
    note: 'That listed scopes are all a script gets is documented; where each is needed, and the sentences, follow public logs.',
  },
  {
    about: 'Authorisation',
    ...scriptApp,
    rule: 'requireScopes ends the execution when a scope is not granted and asks for it; one that the manifest does not list is an error.',
    note: 'How the end looks from outside is assumed.',
  },
  {
    about: 'Time',
    ...clockTrigger,
    rule: 'nearMinute is kept within 15 minutes; without it the minute is chosen by chance, once.',
  },
  {
    about: 'Time',
    ...clockTrigger,
    standing: assumed,
    rule: 'everyHours counts from the trigger’s creation; days and weeks count from its first day; a month without the day is left out.',
    note: 'The page gives no starting point.',
  },
  {
    about: 'Time',
    page: 'guides/triggers/installable',
    read,
    standing,
    rule: 'A failure of an add-on’s trigger sends no mail.',
  },
  {
    about: 'Time',
    page: 'guides/services/quotas',
    read,
    standing,
    rule: 'Daily quotas are per user and reset 24 hours after the first request.',
    note: 'That a fetchAll beyond the quota sends nothing is assumed; the sentences follow public logs.',
  },
  {
    about: 'Sidebar',
    ...sidebar,
    rule: 'Primitives, null, arrays and objects of them pass, undefined in an array becomes null; a Date, a function, a cycle or an element fails; a form passes as the only parameter.',
  },
  {
    about: 'Sidebar',
    ...sidebar,
    standing: assumed,
    rule: 'Several values of one name in a form become a list; files are refused.',
    note: 'The page says field names and texts; files become Blobs in Google, which this runtime does not pass.',
  },
];

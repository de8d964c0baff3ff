/**
 * Behaviour that a number cannot state, with its pages as in limits.ts.
 * `documented` = Google states it. `assumed` = no Google page states it; `note` names the source.
 */
export interface Rule {
  readonly rule: string;
  readonly page: string;
  readonly read: string;
  readonly status: 'documented' | 'assumed';
  readonly note?: string;
}

const read = '2026-08-13';
const status = 'documented' as const;
const assumed = 'assumed' as const;
const range = { page: 'reference/spreadsheet/range', read, status };
const functions = { page: 'guides/sheets/functions', read, status };
const clockTrigger = { page: 'reference/script/clock-trigger-builder', read, status };
const scriptApp = { page: 'reference/script/script-app', read, status };
const sidebar = { page: 'guides/html/communication', read, status };

/** The rules by the topic that is their heading. */
export const rules: Readonly<Record<string, readonly Rule[]>> = {
  'Typed text': [
    {
      ...range,
      rule: 'Text that begins with = becomes a formula, in setValue and setValues too.',
      note: 'That this also holds in a cell with the format @ is assumed.',
    },
    {
      ...range,
      status: assumed,
      rule: 'Text that begins with + or - becomes a formula unless it is a number; a single sign stays text.',
      note: 'Sheets shows a formula error for such typed text (public questions); scripts get the stricter reading.',
    },
    {
      ...range,
      status: assumed,
      rule: 'Text that begins with @ stays text.',
      note: 'The pages of Range do not mention it. In other programs @ begins a formula.',
    },
    {
      ...range,
      status: assumed,
      rule: "A leading ' is removed and makes the rest text.",
      note: 'As in the editor.',
    },
    {
      ...range,
      status: assumed,
      rule: 'Numbers, percentages, amounts, TRUE and FALSE, ISO dates, local dates and times are parsed with a format; in a cell with the format @ they stay text.',
      note: 'The pages state that values are numbers, texts, booleans or dates; parsing follows the editor. Month names are not parsed here.',
    },
  ],
  Cells: [
    { ...range, rule: 'An empty cell returns the empty text; a date returns a Date.' },
    {
      ...range,
      status: assumed,
      rule: 'Rows that do not fill the range throw before anything is written.',
      note: 'That sizes must match is documented; the messages follow public logs.',
    },
    {
      ...functions,
      rule: 'A custom function reads the document with get methods and changes nothing.',
      note: 'The error message follows public logs.',
    },
    {
      page: 'reference/spreadsheet/sheet',
      read,
      status: assumed,
      rule: 'A chart on its own sheet has the type OBJECT: the sheet has no current cell, and its ranges and last rows throw.',
      note: 'getType and SheetType are documented; the error of getDataRange follows a public log (diegomanuel/binance-to-google-sheets#13).',
    },
  ],
  Formulas: [
    {
      ...functions,
      rule: 'A range is rows of values; a result of rows fills empty cells, otherwise it is an error.',
    },
    {
      ...functions,
      status: assumed,
      rule: 'The error is #REF! and names the first occupied cell; the result returns when the cell is free.',
      note: 'Public logs.',
    },
    {
      ...functions,
      rule: 'A formula runs again only if an argument changed or the formula was edited.',
    },
    {
      ...functions,
      status: assumed,
      rule: 'Setting the same formula again runs nothing; setting another one in between does. Each cell runs separately.',
      note: 'Add-ons refresh by changing the formula’s text and back (public repositories). Sheets also runs formulas when a file is opened, rows are inserted or its cache is dropped; this runtime does not.',
    },
    {
      ...functions,
      status: assumed,
      rule: 'A comma separates arguments unless it is the decimal sign; a semicolon always does; an omitted argument is the empty text.',
      note: 'Public issues about separators.',
    },
    {
      ...functions,
      status: assumed,
      rule: 'Only a formula that is one call of a project function is calculated; any other shows "Loading...".',
      note: 'A limit of this runtime, not of Sheets.',
    },
  ],
  Authorisation: [
    {
      page: 'workspace/add-ons/concepts/editor-auth-lifecycle',
      read,
      status,
      rule: 'Each AuthMode grants what Google’s table lists.',
    },
    {
      page: 'concepts/scopes',
      read,
      status: assumed,
      rule: 'With oauthScopes in the manifest, a service without its scope throws; in a cell only UrlFetchApp needs one, in simple triggers none.',
      note: 'That a script gets only the listed scopes is documented; where each is needed, and the messages, follow public logs.',
    },
    {
      ...scriptApp,
      rule: 'requireScopes ends the execution and asks for a missing scope; a scope outside the manifest is an error.',
      note: 'The outcome of the ended execution is assumed.',
    },
  ],
  Time: [
    {
      ...clockTrigger,
      rule: 'nearMinute holds within 15 minutes; without it the minute is chosen at random, once.',
    },
    {
      ...clockTrigger,
      status: assumed,
      rule: 'everyHours counts from the trigger’s creation; days and weeks count from its first day; a month without the day is skipped.',
      note: 'The page gives no starting point.',
    },
    {
      page: 'guides/triggers/installable',
      read,
      status,
      rule: 'A failed trigger of an add-on sends no mail.',
    },
    {
      page: 'guides/services/quotas',
      read,
      status,
      rule: 'Daily quotas are per user and reset 24 hours after the first request.',
      note: 'That a fetchAll beyond the quota sends nothing is assumed; the messages follow public logs.',
    },
  ],
  Sidebar: [
    {
      ...sidebar,
      rule: 'Primitives, null, arrays and objects of them pass, undefined in an array becomes null; a Date, a function, a cycle or an element fails; a form passes as the only parameter.',
    },
    {
      ...sidebar,
      status: assumed,
      rule: 'Repeated names in a form become a list; files throw.',
      note: 'The page mentions field names and texts; Google turns files into Blobs, which this runtime does not pass.',
    },
  ],
};

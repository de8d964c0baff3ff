import { type Endpoint, engineLabels } from '@answershare/core';
import type { Cell, Rows } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';

export interface Parameter {
  readonly name: string;
  /** Sheets shows every parameter as required (Google: guides/sheets/functions), hence `Optional.` first. */
  readonly text: string;
}

export interface Example {
  readonly formula: string;
  readonly shows: string;
}

/** One custom function: the source of its stub, help, page and tests. */
export interface SheetFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly returns: string;
  readonly examples: readonly [Example, ...Example[]];
  /** True if a range of websites gives their tables below each other. */
  readonly stacksTables?: true;
  /** What the second argument is, of which a range gives a column each; of periods the third too. */
  readonly spreads?: 'text' | 'period';
  /** False if the first argument is no website. */
  readonly takesWebsite?: false;
  /** @throws ApiError, CellError */
  answer(args: readonly unknown[], cellContext: FunctionContext): Cell | Rows;
}

export const oneWebsite: Parameter = {
  name: 'website',
  text: 'A website of your team: its id, domain or name, or a cell that holds one.',
};

export const stackedWebsites: Parameter = {
  name: 'website',
  text: 'A website of your team (id, domain or name), or a range of them: a range puts their tables below each other, with the column Website first.',
};

export const websiteOrRange: Parameter = {
  name: 'website',
  text: 'A website of your team (id, domain or name), or a range of them: a range gives one result per row and asks for each website once.',
};

export const anyEndpoint: Parameter = {
  name: 'endpoint',
  text: 'What to ask: "websites", "analytics", "citations", "competitors" or "authority".',
};

const periods =
  '"7d", 30, "last month", "MTD", "2026-10", "2026-11-01..2026-11-07", two cells with a date each, or two dates as two arguments (later arguments then move by one).';

export const analyticsWindowParameter: Parameter = {
  name: 'window',
  text: `Optional. A period: ${periods} Blank is 30d. Its days are those of the spreadsheet's date; EXPLAIN names the partial ones.`,
};

export const bodyWindow: Parameter = {
  name: 'window',
  text: `Optional. For analytics alone, as ANALYTICS takes it: ${periods} Blank is the whole answer, of the last 90 days.`,
};

export function optionsText(...options: readonly string[]): Parameter {
  const more = options.length > 1 ? '; separate with ; or ,' : '';
  return { name: 'options', text: `Optional. Text: ${options.join(', ')}${more}` };
}

/** The texts of `tableOptions`, with an example of columns. */
export const tableOptionTexts = (columns: string): readonly string[] => [
  '"headers=no" leaves the first row out',
  '"top=5" gives the first five rows',
  `"columns=${columns}" gives these columns in this order`,
  `"sort=${columns.split(',')[0]}" sorts by a column: figures from the greatest, texts from A`,
];

// Pure: help that no script uses is left out.
export const headersOnly: Parameter = /* @__PURE__ */ optionsText('"headers=no" leaves the first row out');

export const errorsOnly: Parameter = /* @__PURE__ */ optionsText(
  '"on_error=text", "blank" or "throw" for rows that fail',
);

export const oneFact: Parameter = {
  name: 'what',
  text: 'Optional. One fact: "state", "minute_left", "day_left", "day_reset", "spent_today", "plan", "form", "host", "websites", "paused", "last_refresh", "oldest_data", "last_fault" and others; blank for all.',
};

export const refresh: Parameter = {
  name: 'refresh',
  text: 'Optional. Any cell: a change of it recalculates. Not NOW() or RAND(): Sheets then shows an error or "Loading..." for ever.',
};

/** The endpoint of each function that shows an answer. */
export const explainedFunctions: Readonly<Record<string, Endpoint>> = {
  WEBSITES: 'websites',
  CITATIONS: 'citations',
  CITATIONS_BY_ENGINE: 'citations',
  CITED_PAGES: 'citations',
  ANALYTICS: 'analytics',
  ANALYTICS_TOTAL: 'analytics',
  SHARE_OF_VOICE: 'competitors',
  COMPETITORS: 'competitors',
  AUTHORITY: 'authority',
  AUTHORITY_BREAKDOWN: 'authority',
};

/** The values that a parameter's text names in quotes; `"on_error=text", "blank"` names `on_error=blank` too. */
export function listParameterValues({ name, text }: Parameter): readonly string[] {
  const values: string[] = [];
  let option = '';
  for (const quoted of (text.match(/"[^"]+"/g) ?? []).map((found) => found.slice(1, -1))) {
    option = /^\w+=/.exec(quoted)?.[0] ?? option;
    const value = quoted.startsWith(option) ? quoted : `${option}${quoted}`;
    values.push(value, ...(name === 'metrics' ? value.split(', ') : []));
  }
  return Array.from(new Set(name === 'engine' ? [...values, ...engineLabels] : values));
}

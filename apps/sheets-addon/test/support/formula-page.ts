import type { Form } from '@answershare/sandbox';
import { type LocalAddon, startConnectedAddon } from './local-addon.ts';

/** A file and the moment of its formulas. */
export interface FormulaFile {
  readonly timeZone: string;
  readonly locale: string;
  /** ISO 8601 in UTC. */
  readonly instant: string;
}

export interface FormulaSection {
  readonly heading: string;
  readonly file: FormulaFile;
  /** Formulas of one list give the same result. */
  readonly groups: readonly (readonly string[])[];
  /** Of the service; both if absent. */
  readonly form?: Form;
}

export interface FormulaResult {
  /** The note of `#ERROR!`; null for a value. */
  readonly note: string | null;
  /** The cells as displayed, without blank rows and columns at the end; none for an error. */
  readonly rows: readonly (readonly string[])[];
}

/** Cells by name and typed value; an empty value is a blank. */
export type TypedCells = readonly (readonly [cell: string, value: string])[];

/** Results are read from J1 on: larger ones are shortened by `top`. */
const readArea = 'J1:R12';

function trimBlanks(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const lengthOf = (filled: readonly boolean[]): number => Math.max(1, filled.lastIndexOf(true) + 1);
  const height = lengthOf(rows.map((row) => row.some((cell) => cell !== '')));
  const width = rows.reduce((most, row) => Math.max(most, lengthOf(row.map((cell) => cell !== ''))), 1);
  return rows.slice(0, height).map((row) => row.slice(0, width));
}

/** A connected file with typed cells, on the clock of its service. */
export async function openFormulaFile(
  form: Form,
  { timeZone, locale, instant }: FormulaFile,
  cells: TypedCells,
): Promise<LocalAddon> {
  const start = Date.parse(instant);
  const begun = Date.now();
  const now = (): number => start + Date.now() - begun;
  const addon = await startConnectedAddon(form, 'live', { timeZone, locale, now });
  await addon.sandbox.admin.setClock(new Date(start).toISOString());
  await addon.sandbox.admin.freezeClock();
  for (const [cell, value] of cells) if (value !== '') addon.host.sheet.type(cell, value);
  return addon;
}

/** What a formula shows in J1. */
export async function runFormula({ host: { sheet } }: LocalAddon, formula: string): Promise<FormulaResult> {
  sheet.type('J1', formula);
  await sheet.calculate();
  const note = sheet.cell('J1').error;
  const rows = note === null ? trimBlanks(sheet.display(readArea)) : [];
  sheet.erase('J1');
  return { note, rows };
}

/** Identifies a formula of a section. */
export const toResultKey = (heading: string, formula: string): string => `${heading}\n${formula}`;

/** The results of all formulas of one Form, by {@link toResultKey}. */
export async function runSections(
  form: Form,
  sections: readonly FormulaSection[],
  cells: TypedCells,
): Promise<ReadonlyMap<string, FormulaResult>> {
  const results = new Map<string, FormulaResult>();
  const own = sections.filter((section) => section.form === undefined || section.form === form);
  const files = new Map(own.map(({ file }) => [JSON.stringify(file), file]));
  for (const [key, file] of files) {
    await using addon = await openFormulaFile(form, file, cells);
    for (const { heading, groups } of own.filter((section) => JSON.stringify(section.file) === key)) {
      for (const formula of groups.flat())
        results.set(toResultKey(heading, formula), await runFormula(addon, formula));
    }
  }
  return results;
}

/** Invisible characters by name. */
const showText = (text: string): string =>
  text
    .replaceAll('\u00a0', '⟨no-break space⟩')
    .replaceAll('\u200b', '⟨zero-width space⟩')
    .replaceAll('\ufeff', '⟨byte order mark⟩');

export function showResult({ note, rows }: FormulaResult): string {
  if (note !== null) return `→ #ERROR! ${showText(note)}`;
  const lines = rows.map((row) => row.map((cell) => (cell === '' ? '⟨blank⟩' : showText(cell))).join(' | '));
  return `→ ${lines.join('\n  ')}`;
}

export const inBlock = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;

export const showCells = (cells: TypedCells): string =>
  inBlock(cells.map(([cell, value]) => `${cell}  ${value === '' ? '⟨blank⟩' : showText(value)}`).join('\n'));

/** `test/cells/formulas.txt`. */
export function formatFormulaPage(
  sections: readonly FormulaSection[],
  cells: TypedCells,
  results: ReadonlyMap<string, FormulaResult>,
): string {
  const count = sections.reduce((sum, { groups }) => sum + groups.flat().length, 0);
  const opening = `# Formulas and what they show

Written by \`test/cells/formulas.test.ts\`, which types each of these ${count} formulas into a sheet of the local Apps Script,
connected to the sandbox in both Forms on 2026-11-21; \`vitest run test/cells/formulas.test.ts -u\` writes the page anew.

The formulas above one arrow all show what follows it. Where a section names no zone and no locale, the file has UTC and
en_US. The sheet holds:
`;
  const shown = sections.map(({ heading, groups }) => {
    const texts = groups.map((formulas) => {
      const result = results.get(toResultKey(heading, formulas[0] ?? ''));
      if (result === undefined) throw new Error(`${formulas[0]} was not run.`);
      return `${formulas.map(showText).join('\n')}\n${showResult(result)}`;
    });
    return `## ${heading}\n\n${inBlock(texts.join('\n\n'))}`;
  });
  return `${[`${opening}\n${showCells(cells)}`, ...shown].join('\n\n')}\n`;
}

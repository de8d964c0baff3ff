import type { Cell } from '../cells/cell.ts';
import { languages } from '../words/language.ts';
import { type Say, sayIn } from '../words/words.ts';
import type { Report } from './report.ts';

/** Where a report's columns stand, as the report orders them. Columns count from 0 within its headings. */
export interface ReportLayout {
  readonly columns: readonly number[];
}

const plain = (cell: unknown): string => String(cell).trim().toLowerCase();

/**
 * Finds a report's columns by their headings in any one language, wherever they were moved and whatever stands between them.
 * A heading that stands twice could mean either column, so it counts as missing.
 * @param row the cells of the report's heading row
 * @param say names what is missing where no heading is there
 */
export function reportLayout(
  row: readonly Cell[],
  { columns }: Report,
  say: Say,
): ReportLayout | { readonly missing: readonly string[] } {
  const texts = row.map(plain);
  const placesIn = (words: Say): readonly number[] =>
    columns.map(({ heading }) => {
      const text = plain(words(heading));
      const at = texts.indexOf(text);
      return at === texts.lastIndexOf(text) ? at : -1;
    });
  const missingFrom = (places: readonly number[]): number => places.filter((at) => at < 0).length;
  let best = { words: say, places: placesIn(say) };
  for (const words of languages.map(sayIn)) {
    const places = placesIn(words);
    if (missingFrom(places) < missingFrom(best.places)) best = { words, places };
  }
  const missing = columns
    .filter((_, at) => (best.places[at] ?? -1) < 0)
    .map(({ heading }) => best.words(heading));
  return missing.length > 0 ? { missing } : { columns: best.places };
}

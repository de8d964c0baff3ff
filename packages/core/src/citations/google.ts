import { isNamed, type Row } from '../reading/cells.ts';
import { engineOf, isEngine } from '../reading/engines.ts';
import { engineCell } from './engine-cell.ts';

const closer = 'model modelname surface product feature mode';
const isGoogle = (text: string): boolean => /^google( ai)?$/i.test(text);

/**
 * The engines of rows, where Google may be the company: another field of the row says which of its engines is meant, and beside
 * other companies it is Gemini.
 */
export function enginesOf(rows: readonly Row[]): (row: Row, text: string) => ReturnType<typeof engineOf> {
  const texts = rows.map((row) => String(engineCell(row)?.text));
  const areCompanies =
    texts.some((text) => /^(openai|anthropic)$/i.test(text)) &&
    !texts.some((text) => engineOf(text).engine === 'gemini');
  return (row, text) => {
    if (!isGoogle(text)) return engineOf(text);
    const told = row.find(({ name, value }) => isNamed(name, closer) && isEngine(String(value)));
    return engineOf(told ? String(told.value) : areCompanies ? 'gemini' : text);
  };
}

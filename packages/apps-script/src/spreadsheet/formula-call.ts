import type { Locale } from './locale.ts';

/** One argument of a formula: a literal, nothing, or the name of cells. */
export type Argument = { value: string | number | boolean } | { blank: true } | { cells: string };

export interface FormulaCall {
  name: string;
  args: Argument[];
}

const text = /"(?:[^"]|"")*"/.source;
const cells =
  /(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!\$?[A-Za-z0-9$:]+|[\p{L}_$][\p{L}\p{N}_.$]*(?::[\p{L}\p{N}$]+)?|\$?\d+:\$?\d+/u
    .source;
const tokens = {
  '.': argumentToken('[.]'),
  ',': argumentToken(','),
};

function argumentToken(decimal: string): RegExp {
  const number = `[+-]?(?:\\d+(?:${decimal}\\d+)?|${decimal}\\d+)(?:[eE][+-]?\\d+)?%?`;
  return new RegExp(`\\s*(?:(${text})|(${cells})|(${number}))\\s*`, 'uy');
}

/**
 * Reads a formula that is one call with literals, cells and ranges as arguments; null for any other formula, which this
 * runtime does not calculate. `;` parts arguments in every locale, `,` where it is not the decimal sign.
 */
export function readFormulaCall(formula: string, locale: Locale): FormulaCall | null {
  const found = /^=\s*([\p{L}_][\p{L}\p{N}_.]*)\s*\(([\s\S]*)\)\s*$/u.exec(formula);
  if (found === null) return null;
  const [, name = '', inside = ''] = found;
  if (inside.trim() === '') return { name, args: [] };
  const token = tokens[locale.decimal === ',' ? ',' : '.'];
  const args: Argument[] = [];
  for (let at = 0; ; at++) {
    token.lastIndex = at;
    const read = token.exec(inside);
    const argument = read === null ? ({ blank: true } as const) : argumentOf(read);
    args.push(argument);
    at = read === null ? at + (/^\s*/.exec(inside.slice(at))?.[0].length ?? 0) : token.lastIndex;
    if (at >= inside.length) return { name, args };
    if (inside[at] !== ';' && inside[at] !== locale.separator) return null;
  }
}

function argumentOf([, quoted, word, digits = '']: RegExpExecArray): Argument {
  if (quoted !== undefined) return { value: quoted.slice(1, -1).replace(/""/g, '"') };
  if (word !== undefined) return /^(true|false)$/i.test(word) ? { value: /^t/i.test(word) } : { cells: word };
  const value = Number(digits.replace('%', '').replace(',', '.'));
  return { value: digits.endsWith('%') ? value / 100 : value };
}

/** A piece of a formula with its place in the text. */
export interface Token {
  readonly kind: 'string' | 'number' | 'name' | 'open' | 'close' | 'separator' | 'operator' | 'brace';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const beyond = '\\u0080-\\uffff';

/** A part of a table: `[Domain]`, `[[#ALL],[Domain]]` (Google Docs Editors Help: table references in Google Sheets). */
const table = '\\[(?:[^[\\]]|\\[[^[\\]]*\\])*\\]';

/** The second end of a range, which may name its tab again: `A2:Sheet1!A9`. */
const otherEnd = `(?:(?:'(?:[^']|'')+'|[A-Za-z_${beyond}][\\w.${beyond}]*)!)?[$A-Za-z0-9]+`;

/**
 * What a formula is made of, in the order in which it is tried. A name is a function, a reference, a named range or a
 * boolean; a tab in quotes belongs to the reference after it. Both `,` and `;` separate arguments, because which one a
 * file shows depends on its locale (public reports: binance-to-google-sheets #78 and #105).
 */
const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['string', /^"(?:[^"]|"")*"/],
  [
    'name',
    new RegExp(`^(?:'(?:[^']|'')+'!)?[$A-Za-z_${beyond}][$\\w.!${beyond}]*(?:${table}|:${otherEnd})?`),
  ],
  ['number', /^(?:\$?\d+:\$?\d+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)/],
  ['open', /^\(/],
  ['close', /^\)/],
  ['separator', /^[,;\\]/],
  ['brace', /^[{}]/],
  ['operator', /^(?:<>|<=|>=|[-+*/^&=<>%#:])/],
];

/** The tokens of a formula without its leading `=`; null where something in it cannot be read. */
export function tokensOf(formula: string): readonly Token[] | null {
  if (formula.charAt(0) !== '=') return null;
  const tokens: Token[] = [];
  let at = 1;
  while (at < formula.length) {
    const rest = formula.slice(at);
    const space = /^\s+/.exec(rest);
    if (space) {
      at += space[0].length;
      continue;
    }
    const found = patterns.find(([, pattern]) => pattern.test(rest));
    const text = found?.[1].exec(rest)?.[0];
    if (found === undefined || text === undefined) return null;
    tokens.push({ kind: found[0], text, start: at, end: at + text.length });
    at += text.length;
  }
  return tokens;
}

/** True for formulas that differ in spaces, separators and the case of names alone: Sheets may write them its own way. */
export function sameFormula(one: string, other: string): boolean {
  const plain = (formula: string): string | null => {
    const tokens = tokensOf(formula);
    if (tokens === null) return null;
    const texts = tokens.map(({ kind, text }) =>
      kind === 'separator' ? ';' : kind === 'name' ? text.toUpperCase() : text,
    );
    return texts.join(' ');
  };
  const text = plain(one);
  return text === null ? one === other : text === plain(other);
}

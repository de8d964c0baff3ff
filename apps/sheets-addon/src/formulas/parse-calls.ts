import { type Reference, readReference } from './reference.ts';

/** A token of a formula with its position. */
export interface Token {
  readonly kind: 'string' | 'number' | 'name' | 'open' | 'close' | 'separator' | 'operator' | 'brace';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const nonAscii = '\\u0080-\\uffff';

/** A part of a table: `[Domain]`, `[[#ALL],[Domain]]` (Google Docs Editors Help: table references in Google Sheets). */
const table = '\\[(?:[^[\\]]|\\[[^[\\]]*\\])*\\]';

/** The second end of a range, which may repeat its tab: `A2:Sheet1!A9`. */
const otherEnd = `(?:(?:'(?:[^']|'')+'|[A-Za-z_${nonAscii}][\\w.${nonAscii}]*)!)?[$A-Za-z0-9]+`;

/**
 * Token patterns in the order in which they are tried. A name is a function, a reference, a named range or a boolean. A
 * tab in quotes belongs to the next reference. Both `,` and `;` separate arguments: which one a file shows depends on
 * its locale (public reports: binance-to-google-sheets #78 and #105).
 */
const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['string', /^"(?:[^"]|"")*"/],
  [
    'name',
    new RegExp(`^(?:'(?:[^']|'')+'!)?[$A-Za-z_${nonAscii}][$\\w.!${nonAscii}]*(?:${table}|:${otherEnd})?`),
  ],
  ['number', /^(?:\$?\d+:\$?\d+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)/],
  ['open', /^\(/],
  ['close', /^\)/],
  ['separator', /^[,;\\]/],
  ['brace', /^[{}]/],
  ['operator', /^(?:<>|<=|>=|[-+*/^&=<>%#:])/],
];

/** The tokens of a formula without its leading `=`; null if a part cannot be parsed. */
export function tokenize(formula: string): readonly Token[] | null {
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

/** True if two formulas differ only in spaces, separators and the case of names: Sheets may normalize them. */
export function isSameFormula(first: string, second: string): boolean {
  const normalize = (formula: string): string | null => {
    const tokens = tokenize(formula);
    if (tokens === null) return null;
    const texts = tokens.map(({ kind, text }) =>
      kind === 'separator' ? ';' : kind === 'name' ? text.toUpperCase() : text,
    );
    return texts.join(' ');
  };
  const text = normalize(first);
  return text === null ? first === second : text === normalize(second);
}

/** An argument of a formula. `other` is a computation that only Sheets can do. */
export type FormulaArgument =
  | { readonly kind: 'blank' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'other'; readonly source: string };

/** One call of an add-on function in a formula. */
export interface FormulaCall {
  /** In upper case. */
  readonly name: string;
  readonly arguments: readonly FormulaArgument[];
  /** True if the formula is only this call. */
  readonly whole: boolean;
}

function toArgument(tokens: readonly Token[], formula: string): FormulaArgument {
  const [first, second] = tokens;
  if (first === undefined) return { kind: 'blank' };
  const last = tokens[tokens.length - 1] ?? first;
  const source = formula.slice(first.start, last.end);
  if (second !== undefined) return { kind: 'other', source };
  if (first.kind === 'string') return { kind: 'text', text: source.slice(1, -1).replace(/""/g, '"') };
  if (first.kind === 'number' && /^[\d.eE+-]+$/.test(source))
    return { kind: 'number', number: Number(source) };
  if (/^(?:true|false)$/i.test(source)) return { kind: 'boolean', boolean: /^t/i.test(source) };
  const reference = readReference(source);
  if (reference !== null) return { kind: 'reference', reference };
  const named = first.kind === 'name' && !/[[\]!:$]/.test(source);
  return named ? { kind: 'named', name: source } : { kind: 'other', source };
}

interface Open {
  readonly name: string | null;
  readonly start: number;
  readonly parts: Token[][];
  readonly braces: number;
}

/** A parenthesis; a call if the name of a known function precedes it. */
function openCall(
  token: Token,
  before: Token | undefined,
  braces: number,
  known: (name: string) => boolean,
): Open {
  const named = before?.kind === 'name' && before.end === token.start ? before : null;
  const name = named === null ? null : named.text.toUpperCase();
  return {
    name: name !== null && known(name) ? name : null,
    start: named?.start ?? token.start,
    parts: [[]],
    braces,
  };
}

function closeCall(open: Open, end: number, formula: string): FormulaCall | null {
  if (open.name === null) return null;
  const { parts } = open;
  const empty = parts.length === 1 && parts[0]?.length === 0;
  return {
    name: open.name,
    arguments: empty ? [] : parts.map((part) => toArgument(part, formula)),
    whole: formula.slice(1, open.start).trim() === '' && formula.slice(end).trim() === '',
  };
}

/** The calls of an unparsable formula: names without arguments. */
function listUnreadCalls(formula: string, known: (name: string) => boolean): readonly FormulaCall[] {
  const names = formula.replace(/"(?:[^"]|"")*"/g, '""').match(/[A-Za-z_][\w.]*(?=\()/g) ?? [];
  return names
    .map((name) => name.toUpperCase())
    .filter(known)
    .map((name) => ({ name, arguments: [{ kind: 'other', source: '' }], whole: false }));
}

/**
 * Finds the calls of known functions in a formula, nested ones too, in the order of their ends. Arguments of an
 * unparsable formula are unknown. Empty for a text that is no formula.
 */
export function findCalls(formula: string, known: (name: string) => boolean): readonly FormulaCall[] {
  const tokens = tokenize(formula);
  if (tokens === null) return formula.charAt(0) === '=' ? listUnreadCalls(formula, known) : [];
  const calls: FormulaCall[] = [];
  const stack: Open[] = [];
  /** Adds a token to the current argument of each open call. */
  const addToken = (token: Token, opens: readonly Open[] = stack): void => {
    for (const { parts } of opens) parts[parts.length - 1]?.push(token);
  };
  let braces = 0;
  tokens.forEach((token, at) => {
    if (token.kind === 'brace') braces += token.text === '{' ? 1 : -1;
    const top = stack[stack.length - 1];
    if (token.kind === 'open') {
      addToken(token);
      stack.push(openCall(token, tokens[at - 1], braces, known));
    } else if (token.kind === 'separator' && top !== undefined && braces === top.braces) {
      top.parts.push([]);
      addToken(token, stack.slice(0, -1));
    } else {
      const open = token.kind === 'close' ? stack.pop() : undefined;
      const call = open === undefined ? null : closeCall(open, token.end, formula);
      if (call) calls.push(call);
      addToken(token);
    }
  });
  return stack.length === 0 ? calls : [];
}

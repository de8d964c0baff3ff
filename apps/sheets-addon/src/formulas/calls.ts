import { type Reference, readReference } from './reference.ts';
import { type Token, tokensOf } from './tokens.ts';

/** An argument as it stands in a formula. `other` is a computation that only Sheets can do. */
export type Argument =
  | { readonly kind: 'blank' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'other'; readonly source: string };

/** One call of one of our functions inside a formula. */
export interface Call {
  /** In upper case. */
  readonly name: string;
  readonly arguments: readonly Argument[];
  /** True where the formula is this call and nothing else. */
  readonly whole: boolean;
}

function argumentOf(tokens: readonly Token[], formula: string): Argument {
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

function closed(open: Open, end: number, formula: string): Call | null {
  if (open.name === null) return null;
  const { parts } = open;
  const empty = parts.length === 1 && parts[0]?.length === 0;
  return {
    name: open.name,
    arguments: empty ? [] : parts.map((part) => argumentOf(part, formula)),
    whole: formula.slice(1, open.start).trim() === '' && formula.slice(end).trim() === '',
  };
}

/** The calls of a formula that cannot be read: that they are there, and nothing of what they ask. */
function unreadCalls(formula: string, known: (name: string) => boolean): readonly Call[] {
  const names = formula.replace(/"(?:[^"]|"")*"/g, '""').match(/[A-Za-z_][\w.]*(?=\()/g) ?? [];
  return names
    .map((name) => name.toUpperCase())
    .filter(known)
    .map((name) => ({ name, arguments: [{ kind: 'other', source: '' }], whole: false }));
}

/**
 * The calls of known functions in a formula, also inside others, in the order in which they end. Of a formula that cannot be
 * read their arguments are unknown. Empty for a text that is no formula.
 */
export function callsIn(formula: string, known: (name: string) => boolean): readonly Call[] {
  const tokens = tokensOf(formula);
  if (tokens === null) return formula.charAt(0) === '=' ? unreadCalls(formula, known) : [];
  const calls: Call[] = [];
  const stack: Open[] = [];
  let braces = 0;
  tokens.forEach((token, at) => {
    if (token.kind === 'brace') braces += token.text === '{' ? 1 : -1;
    const before = tokens[at - 1];
    const top = stack[stack.length - 1];
    if (token.kind === 'open') {
      const named = before?.kind === 'name' && before.end === token.start ? before : null;
      const name = named === null ? null : named.text.toUpperCase();
      for (const { parts } of stack) parts[parts.length - 1]?.push(token);
      stack.push({
        name: name !== null && known(name) ? name : null,
        start: named?.start ?? token.start,
        parts: [[]],
        braces,
      });
      return;
    }
    if (token.kind === 'close') {
      const open = stack.pop();
      const call = open === undefined ? null : closed(open, token.end, formula);
      if (call) calls.push(call);
    } else if (token.kind === 'separator' && top !== undefined && braces === top.braces) {
      top.parts.push([]);
      for (const { parts } of stack.slice(0, -1)) parts[parts.length - 1]?.push(token);
      return;
    }
    for (const { parts } of stack) parts[parts.length - 1]?.push(token);
  });
  return stack.length === 0 ? calls : [];
}

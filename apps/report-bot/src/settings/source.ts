import { type Document, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { dropPeriod } from '../system/text.ts';

export type KeyPath = readonly (string | number)[];

/** Parsed YAML that knows the line of each value. */
export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** YAML errors: line and one sentence. */
  readonly errors: readonly { readonly line: number; readonly message: string }[];
  /** The line of the value at `path`, or of its nearest existing ancestor; 1 for the root. */
  lineOf(path: KeyPath): number;
  lineOfKey(path: KeyPath, key: string): number;
}

/** Parses YAML 1.2. Errors are in `broken`; it does not throw. */
export function parseYamlSource(file: string, text: string): YamlSource {
  const lines = new LineCounter();
  const document: Document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number | undefined): number =>
    offset === undefined ? 1 : lines.linePos(offset).line;
  const nodeAt = (path: KeyPath): unknown =>
    path.length === 0 ? document.contents : document.getIn(path, true);
  const keyAt = (path: KeyPath, key: string): number | undefined => {
    const node = nodeAt(path);
    if (!isMap(node)) return undefined;
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    return isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  };
  const lineOf = (path: KeyPath): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const last = path[length - 1];
      if (typeof last === 'string') {
        const offset = keyAt(path.slice(0, length - 1), last);
        if (offset !== undefined) return lineAt(offset);
        continue;
      }
      const node = nodeAt(path.slice(0, length)) as { range?: readonly number[] | null } | undefined | null;
      if (node?.range) return lineAt(node.range[0]);
    }
    return 1;
  };
  // One syntax error causes others; repeated keys do not.
  const repeated = document.errors.filter((error) => error.code === 'DUPLICATE_KEY');
  const syntax = document.errors.filter((error) => error.code !== 'DUPLICATE_KEY').slice(0, 1);
  const errors = [...syntax, ...repeated].map((error) => ({
    line: lineAt(error.pos[0]),
    message: formatYamlError(error),
  }));
  if (errors.length === 0) for (const alias of findBadAliases(document, lineAt)) errors.push(alias);
  const value = errors.length > 0 ? null : toPlainValue(document);
  if (value === tooManyAliases)
    errors.push({
      line: 1,
      message: 'the file repeats too much through aliases (*name); write the values out',
    });
  return {
    file,
    value: errors.length > 0 ? null : value,
    errors,
    lineOf,
    lineOfKey: (path, key) => lineAt(keyAt(path, key)),
  };
}

const tooManyAliases = Symbol('too many aliases');

/** The parser throws a ReferenceError if nested aliases exceed its `maxAliasCount`. */
function toPlainValue(document: Document): unknown {
  try {
    return document.toJS();
  } catch (thrown) {
    if (thrown instanceof ReferenceError) return tooManyAliases;
    throw thrown;
  }
}

/** An alias must name an earlier anchor that does not contain it; the parser accepts any. */
function findBadAliases(
  document: Document,
  lineAt: (offset: number | undefined) => number,
): { line: number; message: string }[] {
  const found: { line: number; message: string }[] = [];
  visit(document, {
    Alias: (_key, alias, above) => {
      const target = alias.resolve(document);
      if (target !== undefined && !above.includes(target)) return;
      const why =
        target === undefined
          ? `no value before it is marked &${alias.source}; quote text that begins with *`
          : 'it is inside the value that it repeats; write the value out';
      found.push({ line: lineAt(alias.range?.[0]), message: `*${alias.source} repeats nothing: ${why}` });
    },
  });
  return found;
}

function formatYamlError(error: { readonly code: string; readonly message: string }): string {
  const text = dropPeriod(error.message.replace(/\s+/g, ' ').trim());
  const hint =
    error.code === 'DUPLICATE_KEY'
      ? 'remove one of the two'
      : 'check the indentation and quotes on this line and the one above';
  return `the file is not YAML here: ${text}; ${hint}`;
}

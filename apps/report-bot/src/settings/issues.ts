import { suggestWord } from '@answershare/core';
import { z } from 'zod';
import type { KeyPath, YamlSource } from './source.ts';

/** One error in the settings: its place, and one sentence. */
export interface SettingsIssue {
  /** Set if it is not the settings file itself. */
  readonly file?: string;
  readonly line: number;
  readonly path: string;
  readonly message: string;
}

/** An error at a place of the settings: a predicate of the value there, without a full stop. */
export interface PathIssue {
  readonly path: KeyPath;
  readonly message: string;
}

/** The issues of a part, at their places in the whole. */
export const prefixPaths = (path: KeyPath, issues: readonly PathIssue[]): PathIssue[] =>
  issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));

/**
 * Parsed settings, of which some parts may have faults. Such a part is present and undefined, and so is a key that
 * was probably meant by an unknown one.
 */
export type WellFormed<T> = T extends string | number | boolean | undefined
  ? T | undefined
  : T extends readonly (infer E)[]
    ? readonly WellFormed<E>[] | undefined
    : { readonly [K in keyof T]?: WellFormed<T[K]> } | undefined;

/** The parts of a parsed value that have no issue. */
export function selectWellFormed<T>(
  parsed: T,
  issues: readonly z.core.$ZodIssue[],
  allowedAt: (path: KeyPath) => string[],
): WellFormed<T> {
  const copy: unknown = structuredClone(parsed);
  const flat = expandUnions(issues);
  const faulty = flat.flatMap((issue) => (issue.code === 'unrecognized_keys' ? [] : [toKeyPath(issue)]));
  if (faulty.some((path) => path.length === 0)) return undefined as WellFormed<T>;
  for (const path of [...faulty, ...findMisspeltKeys(flat, allowedAt)]) {
    const holder = getAtPath(copy, path.slice(0, -1));
    const last = path.at(-1);
    // An assignment could change the prototype.
    if (typeof holder === 'object' && holder !== null && last !== undefined)
      Object.defineProperty(holder, last, {
        value: undefined,
        ...{ configurable: true, enumerable: true, writable: true },
      });
  }
  return copy as WellFormed<T>;
}

const toKeyPath = ({ path }: z.core.$ZodIssue): KeyPath =>
  path.map((part) => (typeof part === 'symbol' ? String(part) : part));

/** Replaces an issue of a union by those of its closest branch, if they are more exact. */
function expandUnions(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue];
    const branch = selectUnionBranch(issue.errors);
    const isExact = branch.some(
      ({ code, path }) => path.length > 0 || code === 'unrecognized_keys' || code === 'custom',
    );
    if (!isExact) return [issue];
    return expandUnions(branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
  });
}

/** Converts schema issues, one per mistake: a misspelt key is not reported as missing too. */
export function toSettingsIssues(
  source: YamlSource,
  issues: readonly z.core.$ZodIssue[],
  allowedAt: (path: KeyPath) => string[],
): SettingsIssue[] {
  const flat = expandUnions(issues);
  const misspeltPaths = new Set(findMisspeltKeys(flat, allowedAt).map(formatKeyPath));
  return flat.flatMap((issue) => {
    const path = toKeyPath(issue);
    if (misspeltPaths.has(formatKeyPath(path)) && getAtPath(source.value, path) === undefined) return [];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => describeUnknownKey(source, path, key, allowedAt(path)));
    if (issue.code === 'invalid_key')
      return issue.issues.map(({ message }) => ({
        line: source.lineOf(path),
        path: formatKeyPath(path),
        message: `${message}.`,
      }));
    return [
      {
        line: source.lineOf(path),
        path: formatKeyPath(path),
        message: describeIssue(issue, getAtPath(source.value, path)),
      },
    ];
  });
}

/** Paths of the keys that the unknown ones probably mean. */
function findMisspeltKeys(
  issues: readonly z.core.$ZodIssue[],
  allowedAt: (path: KeyPath) => string[],
): KeyPath[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const path = toKeyPath(issue);
    return issue.keys.flatMap((key) => {
      const suggestion = suggestWord(key, allowedAt(path));
      return suggestion === null ? [] : [[...path, suggestion]];
    });
  });
}

/** `schedules[0].cron`, or `the file` for the root. */
export function formatKeyPath(path: KeyPath): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text.replace(/^\./, '') || 'the file';
}

/** Removed settings, with their replacement. */
const replacedSettings: ReadonlyMap<string, string> = new Map([
  ['service.mappings', 'is now service.recipes; make one with "answershare recognise KIND FILES".'],
]);

/** ` did you mean "name"?`; empty if no known word is near. */
export function formatSuggestion(word: string, known: readonly string[]): string {
  const near = suggestWord(word, known);
  return near === null ? '' : ` did you mean "${near}"?`;
}

function describeUnknownKey(
  source: YamlSource,
  path: KeyPath,
  key: string,
  allowed: readonly string[],
): SettingsIssue {
  const place = formatKeyPath([...path, key]);
  return {
    line: source.lineOfKey(path, key),
    path: place,
    message:
      replacedSettings.get(place) ??
      `is not a setting;${formatSuggestion(key, allowed)} Known here: ${allowed.join(', ')}.`,
  };
}

/**
 * Describes one issue: what is wrong, what is allowed.
 * @param block what to call an object at this place
 */
export function describeIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  block = 'a block of settings',
): string {
  if (value === undefined) return 'is missing; add it.';
  const shown =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? `${JSON.stringify(value)} `
      : '';
  if (issue.code === 'invalid_value')
    return `${shown}is not allowed; write one of ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'invalid_union')
    return `${shown}is not allowed; write ${formatAlternatives(issue.errors)}.`;
  if (issue.code === 'invalid_type') return `${shown}must be ${describeType(issue.expected, block)}.`;
  if (issue.code === 'unrecognized_keys')
    return `has ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}, which is not known here; remove it.`;
  const text = `${shown}${describeLimit(issue)}`;
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** Describes a passed limit, unless the schema has its own message. */
function describeLimit(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small' && issue.message.startsWith('Too small'))
    return (
      {
        string: 'is empty; write a text',
        array: 'is an empty list; write at least one entry',
      }[issue.origin as string] ?? `is too small; write ${issue.minimum} or more`
    );
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return `is too large; write ${issue.maximum} or less`;
  return issue.message;
}

/** Selects the union branch that came closest: the one whose type matches. */
function selectUnionBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const depth = (issues: readonly z.core.$ZodIssue[]): number =>
    issues.some(
      (issue) =>
        issue.path.length === 0 &&
        issue.code !== 'unrecognized_keys' &&
        issue.code !== 'invalid_format' &&
        issue.code !== 'custom',
    )
      ? 1000
      : issues.length;
  return [...branches].sort((a, b) => depth(a) - depth(b))[0] ?? [];
}

function formatAlternatives(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const words = branches.flatMap((issues) =>
    issues.slice(0, 1).map((issue) => {
      if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ');
      return issue.code === 'invalid_type' ? describeType(issue.expected) : describeLimit(issue);
    }),
  );
  return [...new Set(words)].join(' or ');
}

function describeType(expected: string, block = 'a block of settings'): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: block,
    record: block,
  };
  return names[expected] ?? expected;
}

/** The value at a path; undefined without one. A name such as `constructor` is not inherited. */
export function getAtPath(tree: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (node, part) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, part)
        ? (node as Record<string | number, unknown>)[part]
        : undefined,
    tree,
  );
}

/** The most issues that a message lists. */
const mostListed = 200;

export function formatIssues(found: readonly (SettingsIssue & { readonly file: string })[]): string {
  const lines = [...found]
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ file, line, path, message }) => `  ${file}:${line}  ${path === '' ? '' : `${path} `}${message}`);
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

/** The keys that a schema knows at a path. */
export const listAllowedKeys = (shape: z.core.$ZodType, path: KeyPath): string[] => [
  ...new Set(findNodes(shape, path).flatMap(listObjectKeys)),
];

/** The usual variable of the value at a path that has a secret mark; undefined for another value. */
export const findMarkedVariable = (shape: z.core.$ZodType, path: KeyPath): string | undefined =>
  findNodes(shape, path)
    .map((node) => z.globalRegistry.get(node)?.secret)
    .find((secret) => typeof secret === 'string');

const findNodes = (shape: z.core.$ZodType, path: KeyPath): z.core.$ZodType[] =>
  path.reduce(
    (nodes, part) => nodes.flatMap((node) => findChildren(node, part)).flatMap(unwrapOptions),
    unwrapOptions(shape),
  );

/** A list in the place of a block, or a block in the place of a list, has the same marks. */
function findChildren(node: z.core.$ZodType, part: string | number): z.core.$ZodType[] {
  if (node instanceof z.ZodArray) {
    if (typeof part === 'number') return [node.element];
    return unwrapOptions(node.element).flatMap((element) => findChildren(element, part));
  }
  if (typeof part === 'number') return [node];
  if (node instanceof z.ZodRecord) return [node.valueType];
  const found = node instanceof z.ZodObject ? getAtPath(node.shape, [part]) : undefined;
  return found === undefined ? [] : [found as z.core.$ZodType];
}

/** Unwraps optional schemas and the options of a union. */
function unwrapOptions(node: z.core.$ZodType): z.core.$ZodType[] {
  if (node instanceof z.ZodDefault || node instanceof z.ZodOptional || node instanceof z.ZodExactOptional)
    return unwrapOptions(node.unwrap() as z.core.$ZodType);
  return node instanceof z.ZodUnion ? node.options.flatMap(unwrapOptions) : [node];
}

function listObjectKeys(node: z.core.$ZodType): string[] {
  return node instanceof z.ZodObject ? Object.keys(node.shape) : [];
}

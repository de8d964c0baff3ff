import type { z } from 'zod';
import { nearest } from './nearest.ts';
import type { Path, Source } from './source.ts';

/** One complaint about the settings: where, and one sentence. */
export interface Finding {
  /** Where it is not the settings file itself. */
  readonly file?: string;
  readonly line: number;
  readonly path: string;
  readonly message: string;
}

/** Turns the issues of the shape into findings, one a mistake: a misspelt key is not said to be missing as well. */
export function findings(
  source: Source,
  issues: readonly z.core.$ZodIssue[],
  allowedAt: (path: Path) => string[],
): Finding[] {
  const meant = misspelt(issues, allowedAt);
  return issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (meant.has(pathText(path)) && valueAt(source.value, path) === undefined) return [];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownKey(source, path, key, allowedAt(path)));
    if (issue.code === 'invalid_key')
      return issue.issues.map(({ message }) => ({
        line: source.lineOf(path),
        path: pathText(path),
        message: `${message}.`,
      }));
    if (issue.code === 'invalid_union') {
      const branch = bestBranch(issue.errors);
      const nested = branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
      if (
        nested.some(
          (inner) =>
            inner.path.length > path.length || inner.code === 'unrecognized_keys' || inner.code === 'custom',
        )
      ) {
        return findings(source, nested, allowedAt);
      }
    }
    return [
      { line: source.lineOf(path), path: pathText(path), message: said(issue, valueAt(source.value, path)) },
    ];
  });
}

/** Paths of the keys that unknown ones were probably meant to be. */
function misspelt(
  issues: readonly z.core.$ZodIssue[],
  allowedAt: (path: Path) => string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    for (const key of issue.keys) {
      const near = nearest(key, allowedAt(path));
      if (near !== null) found.add(pathText([...path, near]));
    }
  }
  return found;
}

/** `schedules[0].cron`, or `the file` for the whole. */
export function pathText(path: Path): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text.replace(/^\./, '') || 'the file';
}

/** Settings that were replaced, with what to write. */
const replaced: Readonly<Record<string, string>> = {
  'service.mappings': 'is now service.recipes; make one with "answershare recognise KIND FILES".',
};

function unknownKey(source: Source, path: Path, key: string, allowed: readonly string[]): Finding {
  const near = nearest(key, allowed);
  const advice = near === null ? '' : ` did you mean "${near}"?`;
  const place = pathText([...path, key]);
  return {
    line: source.lineOfKey(path, key),
    path: place,
    message: replaced[place] ?? `is not a setting;${advice} Known here: ${allowed.join(', ')}.`,
  };
}

/**
 * One issue in plain words: what is wrong, what is wanted.
 * @param block what an object is called where the value stands
 */
export function said(issue: z.core.$ZodIssue, value: unknown, block = 'a block of settings'): string {
  if (value === undefined) return 'is missing; add it.';
  const shown =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? `${JSON.stringify(value)} `
      : '';
  if (issue.code === 'invalid_value')
    return `${shown}is not allowed; write one of ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'invalid_union') return `${shown}is not allowed; write ${alternatives(issue.errors)}.`;
  if (issue.code === 'invalid_type') return `${shown}must be ${kind(issue.expected, block)}.`;
  if (issue.code === 'unrecognized_keys')
    return `has ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}, which is not known here; take it away.`;
  return `${shown}${limit(issue)}.`;
}

/** A limit that was passed, where the shape has no words of its own for it. */
function limit(issue: z.core.$ZodIssue): string {
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

/** The branch of a union that came closest: the one that got past the kind of value. */
function bestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
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

function alternatives(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const words = branches.flatMap((issues) =>
    issues.slice(0, 1).map((issue) => {
      if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ');
      return issue.code === 'invalid_type' ? kind(issue.expected) : limit(issue);
    }),
  );
  return [...new Set(words)].join(' or ');
}

function kind(expected: string, block = 'a block of settings'): string {
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

/** The value at a path; undefined where there is none. */
export function valueAt(tree: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, part) => (node as Record<string | number, unknown> | undefined | null)?.[part],
    tree,
  );
}

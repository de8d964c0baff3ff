import { readSmallFile } from '../small-file.ts';
import { allowedIn } from './allowed.ts';
import { type Finding, findings } from './findings.ts';
import { type Recipes, recipes } from './recipes.ts';
import { type Path, parseSource, type Source } from './source.ts';

/** Recipes from a file, or everything that is wrong with it. */
export type RecipeFile =
  | { readonly ok: true; readonly recipes: Recipes }
  | { readonly ok: false; readonly found: readonly (Finding & { readonly file: string })[] };

/** Where recipes begin: `doctor` and `recognise` print them inside the block `service`. */
function startOf(value: unknown): Path {
  const inside = (node: unknown, name: string): unknown => (node as Record<string, unknown> | null)?.[name];
  if (inside(inside(value, 'service'), 'recipes') != null) return ['service', 'recipes'];
  return inside(value, 'recipes') == null ? [] : ['recipes'];
}

/** The part of a source that begins at a path. */
function partOf(source: Source, start: Path): Source {
  const value = start.reduce((node, name) => (node as Record<string, unknown>)[name], source.value);
  return {
    ...source,
    value,
    lineOf: (path) => source.lineOf([...start, ...path]),
    lineOfKey: (path, key) => source.lineOfKey([...start, ...path], key),
  };
}

/** Reads the recipes of all endpoints from one file of YAML or JSON of at most 64 KB. A single recipe says its endpoint by `kind`. */
export function readRecipeFile(path: string, name: string): RecipeFile {
  const read = readSmallFile(path);
  if ('why' in read) {
    const message = `${read.why}; name a file with recipes, such as "answershare recognise" prints.`;
    return { ok: false, found: [{ file: name, line: 1, path: 'the file', message }] };
  }
  const whole = parseSource(name, read.text);
  if (whole.broken.length > 0)
    return { ok: false, found: whole.broken.map((fault) => ({ file: name, path: '', ...fault })) };
  const source = partOf(whole, startOf(whole.value));
  const { kind } = (source.value ?? {}) as { kind?: unknown };
  const value = typeof kind === 'string' ? { [kind]: source.value } : source.value;
  const checked = recipes.safeParse(value);
  if (checked.success) return { ok: true, recipes: checked.data };
  const isSingle = typeof kind === 'string';
  const shown = isSingle
    ? {
        ...source,
        value,
        lineOf: (at: Path) => source.lineOf(at.slice(1)),
        lineOfKey: (at: Path, key: string) => source.lineOfKey(at.slice(1), key),
      }
    : source;
  const found = findings(shown, checked.error.issues, (at) => allowedIn(recipes, at));
  return { ok: false, found: found.map((one) => ({ file: name, ...one })) };
}

/** Findings as the lines of a message. */
export function findingLines(found: readonly (Finding & { readonly file: string })[]): string {
  return [...found]
    .sort((a, b) => a.line - b.line)
    .map(({ file, line, path, message }) => `  ${file}:${line}  ${path === '' ? '' : `${path} `}${message}`)
    .join('\n');
}

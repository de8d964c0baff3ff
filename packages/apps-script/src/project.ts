import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import vm from 'node:vm';
import { findPrefixError } from './broker/fetch-request.ts';
import { ScriptError } from './protocol/errors.ts';
import type { ScriptFile } from './protocol/thread-messages.ts';

/** The used fields of appsscript.json. */
interface Manifest {
  timeZone: string;
  /** null = no urlFetchWhitelist: every address is allowed. */
  urlFetchWhitelist: readonly string[] | null;
  /** null = no oauthScopes: Google infers the scopes from the code. */
  oauthScopes: readonly string[] | null;
}

/** Throws a ScriptError of kind `load` that names the field and its valid values. */
function readManifest(json: string): Manifest {
  const fields = parseObject(json);
  const timeZone = fields.timeZone;
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone)) {
    throw manifestError('timeZone must be a zone name such as "Europe/Zurich".');
  }
  if (fields.runtimeVersion !== 'V8') throw manifestError('runtimeVersion must be "V8".');
  return { timeZone, urlFetchWhitelist: readUrlFetchWhitelist(fields), oauthScopes: readScopes(fields) };
}

function readScopes({ oauthScopes }: { [field: string]: unknown }): readonly string[] | null {
  if (oauthScopes === undefined) return null;
  if (!Array.isArray(oauthScopes) || !oauthScopes.every((scope) => /^https:\/\//.test(String(scope)))) {
    throw manifestError(
      'oauthScopes must be a list of addresses such as "https://www.googleapis.com/auth/…".',
    );
  }
  return oauthScopes;
}

function readUrlFetchWhitelist(fields: { [field: string]: unknown }): readonly string[] | null {
  const list = fields.urlFetchWhitelist;
  if (list === undefined) return null;
  if (!Array.isArray(list) || !list.every((prefix) => typeof prefix === 'string')) {
    throw manifestError('urlFetchWhitelist must be a list of address prefixes.');
  }
  for (const prefix of list) {
    const problem = findPrefixError(prefix);
    if (problem !== null) throw manifestError(`in urlFetchWhitelist, ${problem}.`);
  }
  return list;
}

function parseObject(json: string): { [field: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw manifestError(`it is not JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw manifestError('it must hold one JSON object.');
  }
  return { ...value };
}

function isTimeZone(name: string): boolean {
  try {
    return canonicalZone(name) !== '';
  } catch {
    return false;
  }
}

const canonicalZones = new Map<string | undefined, string>();

/** The machine's zone if none is given. Throws for an unknown one. */
function canonicalZone(name?: string): string {
  const known = canonicalZones.get(name);
  if (known !== undefined) return known;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  canonicalZones.set(name, timeZone);
  return timeZone;
}

export function isMachineZone(name: string): boolean {
  return canonicalZone(name) === canonicalZone();
}

function manifestError(problem: string): ScriptError {
  return new ScriptError({ kind: 'load', message: `appsscript.json cannot be used: ${problem}` });
}

/** The manifest, the scripts in name order, and HTML files by name without `.html`. */
export interface Project {
  manifest: Manifest;
  scripts: ScriptFile[];
  htmlFiles: ReadonlyMap<string, string>;
}

/** Reads the folder. Throws a ScriptError of kind `load` for unusable files. */
export async function readProject(folder: string): Promise<Project> {
  const names = await listFiles(folder);
  if (!names.includes('appsscript.json')) {
    throw new ScriptError({
      kind: 'load',
      message: 'The folder has no appsscript.json: give the folder that clasp pushes.',
    });
  }
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const manifest = readManifest(await read('appsscript.json'));
  const scripts: ScriptFile[] = [];
  const htmlFiles = new Map<string, string>();
  for (const name of names) {
    if (/\.(js|gs)$/.test(name)) scripts.push({ name, code: await read(name) });
    if (name.endsWith('.html')) htmlFiles.set(name.slice(0, -'.html'.length), await read(name));
  }
  if (scripts.length === 0) {
    throw new ScriptError({ kind: 'load', message: 'The folder has no .js file: build the add-on first.' });
  }
  for (const script of scripts) checkSyntax(script);
  return { manifest, scripts, htmlFiles };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true });
    return entries.map((name) => name.replaceAll('\\', '/')).sort();
  } catch (error) {
    const message = `The folder of the script cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    throw new ScriptError({ kind: 'load', message });
  }
}

function checkSyntax(script: ScriptFile): void {
  try {
    new vm.Script(script.code, { filename: script.name });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const line = error.stack?.split('\n')[0] ?? script.name;
    throw new ScriptError({ kind: 'load', message: `${error.message} (${line})`, name: 'SyntaxError' });
  }
}

export interface ScriptFunction {
  name: string;
  parameters: string[];
  /** The JSDoc text before the first tag, in one line. */
  description: string;
  params: { name: string; text: string }[];
  /** Has `@customfunction`: Sheets lists it in autocomplete (guides/sheets/functions). */
  customFunction: boolean;
}

// A function at the start of a line, with the comment directly above it.
const functionDeclaration =
  /(?:\/\*\*((?:[^*]|\*(?!\/))*)\*\/[ \t]*\r?\n)?^(?:async[ \t]+)?function[ \t]*\*?[ \t]*([\w$]+)[ \t]*\(([^)]*)\)/gm;

/** Functions that a cell, a menu or the sidebar can call: top level, no trailing underscore. */
export function listFunctions(scripts: readonly ScriptFile[]): ScriptFunction[] {
  const found: ScriptFunction[] = [];
  for (const { code } of scripts) {
    for (const [, comment = '', name = '', parameters = ''] of code.matchAll(functionDeclaration)) {
      if (name.endsWith('_')) continue;
      found.push({ name, parameters: parameterNames(parameters), ...readComment(comment) });
    }
  }
  return found;
}

function parameterNames(list: string): string[] {
  return list
    .split(',')
    .map((parameter) =>
      parameter
        .replace(/=[\s\S]*/, '')
        .replace('...', '')
        .trim(),
    )
    .filter((name) => name !== '');
}

function readComment(comment: string): Pick<ScriptFunction, 'description' | 'params' | 'customFunction'> {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  const [description = '', ...tags] = lines.join('\n').split(/^\s*(?=@)/m);
  const params = tags.flatMap((tag) => {
    const found =
      /^@param\s+(?:\{(?:[^{}]|\{[^}]*\})*\}\s*)?\[?([\w$.]+)(?:=[^\]]*)?\]?\s*(?:-\s*)?([\s\S]*)$/.exec(tag);
    return found === null ? [] : [{ name: found[1] ?? '', text: oneLine(found[2] ?? '') }];
  });
  const customFunction = tags.some((tag) => /^@customfunction\b/i.test(tag));
  return { description: oneLine(description), params, customFunction };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

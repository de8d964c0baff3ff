import { resolve } from 'node:path';
import { readSmallFile } from '../small-file.ts';
import type { Path } from './source.ts';

/** What the environment gives: names to values. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment together with a `.env` file. */
export interface Variables {
  readonly values: Environment;
  /** Names whose value is the file's. */
  readonly fromFile: ReadonlySet<string>;
}

export interface Resolved {
  readonly value: unknown;
  readonly complaints: readonly { readonly path: Path; readonly message: string }[];
  /** Dotted path to the reference it was written as, for messages that must not show the value. */
  readonly written: ReadonlyMap<string, string>;
}

/** Where values come from and what becomes of secrets. */
export interface Origins {
  /** Names of the variables that a `.env` file gave and not the process's environment. */
  readonly fromFile: ReadonlySet<string>;
  /** Hears of each secret before anything is said about the settings. */
  readonly hide: (secret: string) => void;
}

const whole = /^\$\{(?:file:(.+)|([A-Za-z_][A-Za-z0-9_]*))\}$/;

/** Dotted paths whose value must be a reference, with the usual variable. */
const secrets: Readonly<Record<string, string>> = {
  'service.key': 'ANSWERSHARE_API_KEY',
  'smtp.password': 'SMTP_PASSWORD',
  'store.url': 'DATABASE_URL',
};

/** Paths whose texts stand for themselves: a name in a service's body may look like anything. */
const literal = ['service.recipes.'];

/** Replaces `${NAME}` and `${file:/path}` by what they name. A literal secret and a missing variable are complaints. */
export function resolveReferences(tree: unknown, environment: Environment, folder: string): Resolved {
  const complaints: { path: Path; message: string }[] = [];
  const written = new Map<string, string>();
  const complain = (path: Path, message: string): undefined => {
    complaints.push({ path, message });
    return undefined;
  };
  const text = (value: string, path: Path): string | undefined => {
    const dotted = path.join('.');
    if (literal.some((path) => dotted.startsWith(path))) return value;
    const found = whole.exec(value);
    if (found === null) {
      const usual = secrets[dotted];
      if (usual !== undefined || /\brs[c]?_(live|test)_/.test(value)) {
        const name = usual ?? 'ANSWERSHARE_API_KEY';
        return complain(
          path,
          `holds a secret in the file; write \${${name}} here and set the variable ${name}`,
        );
      }
      if (value.includes('${'))
        return complain(path, 'mixes text and a reference; a reference must be the whole value');
      return value;
    }
    written.set(dotted, value);
    const [, file, name = ''] = found;
    if (file !== undefined) {
      const read = readSmallFile(resolve(folder, file));
      if ('text' in read) return read.text.trim();
      return complain(
        path,
        `names the file ${file}, which ${read.why}; name a regular file of at most 64 KB that holds the value alone`,
      );
    }
    const held = environment[name];
    if (held === undefined || held === '')
      return complain(
        path,
        `needs the environment variable ${name}, which is not set; set it, for example in .env`,
      );
    return held;
  };
  const walk = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return text(value, path);
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key])]),
      );
    }
    return value;
  };
  return { value: walk(tree, []), complaints, written };
}

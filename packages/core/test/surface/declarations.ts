import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Each top-level declaration of a `.d.ts` by its name. */
function listDeclarations(file: string): Map<string, string> {
  const statements = readFileSync(file, 'utf8').split(/^(?=export |declare |import |interface |type )/m);
  return new Map(
    statements.map((statement) => {
      const name =
        /^(?:export )?(?:declare )?(?:const|function|class|interface|type) (\w+)/.exec(statement)?.[1] ?? '';
      return [name, statement.trim()];
    }),
  );
}

/** The declarations that an entry exports, sorted by name, as the compiler writes them. */
function describeEntry(folder: string, entry: string): string {
  const file = join(folder, entry.replace(/\.ts$/, '.d.ts'));
  const text = readFileSync(file, 'utf8');
  const named = [...text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, names = '', path = '']) => {
      if (!path.startsWith('.')) return [`export {${names}} from '${path}';`];
      const from = listDeclarations(join(dirname(file), path.replace(/\.ts$/, '.d.ts')));
      return names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .map((name) => from.get(name) ?? `No declaration of ${name} in ${path}.`);
    },
  );
  const own = [...listDeclarations(file)].filter(([, statement]) =>
    /^export declare|^export interface/.test(statement),
  );
  return `${[...named, ...own.map(([, statement]) => statement)].sort().join('\n\n')}\n`;
}

/** Writes the declarations of a package to a temporary folder and describes each entry of its `exports`. */
export function describeEntries(root: string, project: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const options =
      '--noEmit false --declaration --emitDeclarationOnly --removeComments --rootDir ../.. --outDir';
    execFileSync('pnpm', ['exec', 'tsc', '-p', project, ...options.split(' '), folder], { cwd: root });
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      exports: Record<string, string>;
    };
    return Object.fromEntries(
      Object.entries(exports).map(([name, entry]) => [
        name,
        describeEntry(join(folder, 'packages', basename(root)), entry),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

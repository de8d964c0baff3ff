import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Declaration {
  readonly name: string;
  /** The doc comment with its marks; empty if there is none. */
  readonly comment: string;
  readonly statement: string;
  readonly isType: boolean;
}

const statementPattern =
  /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?((?:export|declare|interface|type) [\s\S]*?)(?=^(?:\/\*\*|export|declare|import|interface|type)|$(?![\s\S]))/gm;

/** The top-level declarations of a `.d.ts`. */
const listDeclarations = (file: string): Declaration[] =>
  [...readFileSync(file, 'utf8').matchAll(statementPattern)].flatMap(([, comment = '', statement = '']) => {
    const [, keyword, name] =
      /^(?:export )?(?:declare )?(const|function|class|interface|type) (\w+)/.exec(statement) ?? [];
    if (name === undefined) return [];
    return [{ name, comment, statement: statement.trim(), isType: /interface|type/.test(keyword ?? '') }];
  });

/** What an entry exports, values before types, each in the order of the alphabet. */
function listExports(file: string): Declaration[] {
  const own = listDeclarations(file).filter(({ statement }) => /^export (declare|interface)/.test(statement));
  const exports = readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm);
  const others = [...exports].flatMap(([, names = '', path = '']) => {
    const from = listDeclarations(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')));
    const wanted = names.split(',').map((name) => name.replace(/^\s*type /, '').trim());
    return wanted.filter(Boolean).map((name) => {
      const found = from.find((one) => one.name === name);
      if (found === undefined) throw new Error(`${path} declares no ${name}.`);
      return found;
    });
  });
  return [...own, ...others].sort(
    (a, b) => Number(a.isType) - Number(b.isType) || (a.name < b.name ? -1 : 1),
  );
}

/** Compiles the declarations of a package as for packing, and lists each of its entries. */
function listEntries(root: string): [string, Declaration[]][] {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const line = ['exec', 'tsc', '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', folder];
    execFileSync('pnpm', line, { cwd: root });
    const { name, publishConfig } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly publishConfig: { readonly exports: Readonly<Record<string, string>> };
    };
    return Object.entries(publishConfig.exports).map(([entry, file]) => [
      join(name, entry),
      listExports(join(folder, file.replace('./dist', '').replace(/\.js$/, '.d.ts'))),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A doc comment as Markdown: the text, then a list of its tags. */
const toMarkdown = (comment: string): string =>
  comment
    .replace(/^\/\*\*|\*\/$/gm, '')
    .replace(/^ ?\* ?/gm, '')
    .replace(/\{@link\s+(\w+)\}/g, '`$1`')
    .trim()
    .replace(/\s*@param (\w+) /g, '\n- `$1`: ')
    .replace(/\s*@(throws|returns) /g, '\n- $1: ')
    .replace(/(?<=^[^-\n].*)\n- /m, '\n\n- ')
    .trim();

const head = `# The API of the client

Generated from the doc comments: \`pnpm --filter @answershare/examples exec vitest run api-page -u\` writes it anew.`;

const describe = ({ name, comment, statement }: Declaration): string =>
  [`### \`${name}\``, toMarkdown(comment), `\`\`\`ts\n${statement}\n\`\`\``].filter(Boolean).join('\n\n');

/** One page of the API of core and the recogniser: each export of each entry with its doc comment. */
export function renderApiPage(root: string): string {
  const entries = ['core', 'recogniser'].flatMap((name) => listEntries(join(root, 'packages', name)));
  const sections = entries.flatMap(([entry, list]) => [`## \`${entry}\``, ...list.map(describe)]);
  const input = `${[head, ...sections].join('\n\n')}\n`;
  const line = ['exec', 'biome', 'format', '--stdin-file-path', 'docs/api.md'];
  return execFileSync('pnpm', line, { cwd: root, input, encoding: 'utf8' });
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { SheetFunction } from '../src/functions/parameters.ts';
import { assertOwnCode } from './script.ts';
import { compileTexts } from './texts.ts';

function functionList(catalogue: readonly SheetFunction[]): string {
  return JSON.stringify(
    catalogue.map(({ name, description, parameters, examples }) => ({
      name,
      description,
      parameters,
      examples,
    })),
  );
}

/**
 * `sidebar.html`: one file without remote parts. Template literals become concatenations, because HtmlService strips
 * apparent comments in them (public report: enuchi/React-Google-Apps-Script#157).
 */
export async function buildSidebar(root: string, catalogue: readonly SheetFunction[]): Promise<string> {
  const folder = join(root, 'src/sidebar');
  const result = await build({
    entryPoints: [join(folder, 'main.ts'), join(folder, 'sidebar.css')],
    bundle: true,
    write: false,
    metafile: true,
    outdir: folder,
    format: 'iife',
    target: 'es2019',
    supported: { 'template-literal': false },
    charset: 'ascii',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    plugins: [compileTexts()],
    define: { FUNCTION_LIST: functionList(catalogue) },
    logLevel: 'silent',
  });
  assertOwnCode(result.metafile);
  const textOf = (ending: string): string => {
    const file = result.outputFiles.find(({ path }) => path.endsWith(ending));
    if (!file) throw new Error(`esbuild gave no ${ending} for the sidebar.`);
    return file.text;
  };
  const page = await readFile(join(folder, 'page.html'), 'utf8');
  const parts: Readonly<Record<string, string>> = {
    '/*style*/': textOf('.css'),
    '/*script*/': textOf('.js').replace(/<\/(script)/gi, '<\\/$1'),
  };
  return page.replace(/\/\*(?:style|script)\*\//g, (mark) => parts[mark] ?? mark);
}

import { build } from 'esbuild';

const source = new URL('../../src/', import.meta.url).pathname;

/** All three entries as one script that defines the global `core`. */
export async function bareBundle(): Promise<string> {
  const result = await build({
    stdin: {
      contents: ['index', 'statistics', 'webhooks'].map((entry) => `export * from './${entry}.ts';`).join(''),
      resolveDir: source,
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'core',
    target: 'es2019',
  });
  const [script] = result.outputFiles;
  if (script === undefined) throw new Error('esbuild gave no bundle.');
  return script.text;
}

import { build } from 'esbuild';

/** The whole package as one script that defines the global `core`. */
export async function bareBundle(): Promise<string> {
  const result = await build({
    entryPoints: [new URL('../src/index.ts', import.meta.url).pathname],
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

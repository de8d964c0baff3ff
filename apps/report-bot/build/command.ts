import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const parts = join(root, 'dist/parts');

/** Packages written for require, which an ES module does not have. */
const requireOfItsOwn =
  "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);";

/**
 * Bundles the command into `dist/answershare.mjs` and the parts that it loads when a command needs them, so that it starts
 * in a fraction of the time. PGlite stays a package: it reads files of its own folder.
 */
export async function buildCommand(): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { answershare: 'src/main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    sourcemap: 'linked',
    external: ['@electric-sql/pglite', 'pg-native'],
    banner: { js: requireOfItsOwn },
    metafile: true,
    logLevel: 'warning',
  });
  const made = new Set(Object.keys(metafile.outputs).map((file) => basename(file)));
  for (const name of await readdir(parts)) if (!made.has(name)) await rm(join(parts, name));
}

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { thirdPartyNotices } from './notices.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** Packages written for require, which an ES module does not have. */
const requireOfItsOwn =
  "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);";

/** Removes the places where a test may kill the process. */
const noFaultPoints: Plugin = {
  name: 'no-fault-points',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]delivery[\\/]fault-point\.ts$/ }, () => ({
      contents: 'export async function reachFaultPoint(): Promise<void> {}',
      loader: 'ts',
    }));
  },
};

/**
 * Leaves Ajv out, which the SDK uses to check the answers of users to a server. This server asks no user, and checks
 * by zod.
 */
const noJsonSchemaValidator: Plugin = {
  name: 'no-json-schema-validator',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'mcp',
    }));
    onLoad({ filter: /^shims$/, namespace: 'mcp' }, () => ({
      contents: `export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {}`,
      loader: 'js',
    }));
  },
};

async function writeWhole(path: string, contents: string | Uint8Array, mode: number): Promise<void> {
  const unfinished = `${path}-${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(unfinished, contents, { mode });
  await rename(unfinished, path);
}

/**
 * Bundles the command into `answershare.mjs` of this folder, its threads into `worker.mjs` and `template-worker.mjs`, and
 * the parts that it loads when a command needs them, so that it starts in a fraction of the time. PGlite and resvg stay
 * packages: they read files of their own folders.
 * Each file appears whole, because another package's tests may run the command meanwhile.
 */
export async function bundleCommand(outdir: string, plugins: Plugin[]): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      answershare: 'src/main.ts',
      worker: 'src/collect/worker.ts',
      'template-worker': 'src/renderers/mail/template-worker.ts',
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    sourcemap: 'linked',
    external: ['@electric-sql/pglite', 'pg-native'],
    plugins: [...plugins, noJsonSchemaValidator],
    banner: { js: requireOfItsOwn },
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) await writeWhole(path, contents, 0o755);
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  const parts = join(outdir, 'parts');
  for (const name of await readdir(parts)) {
    if (/\.mjs(\.map)?$/.test(name) && !made.has(name)) await rm(join(parts, name));
  }
  return metafile;
}

/** Bundles the command into `dist`, with the licences of the code of others in `THIRD_PARTY_NOTICES.txt`. */
export async function buildCommand(): Promise<void> {
  const metafile = await bundleCommand(dist, [noFaultPoints]);
  const notices = await thirdPartyNotices(root, metafile);
  await writeWhole(join(dist, 'THIRD_PARTY_NOTICES.txt'), notices, 0o644);
}

/** `node build.ts`: the script of the threads as one file of JavaScript, because each thread loads it anew. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

await build({
  entryPoints: [here('src/executor/thread.ts')],
  outfile: here('dist/thread.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
});

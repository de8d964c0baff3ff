import { builtinModules } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { BundleEntry } from './entries.ts';

export interface Bundle {
  readonly code: string;
  /** Bytes. */
  readonly size: number;
  readonly gzipped: number;
  /** Bytes by source file, as esbuild attributes them. */
  readonly files: readonly (readonly [file: string, size: number])[];
}

/** One script that a browser or Apps Script could load: esbuild, minified, iife, ES2020, exports in the global `bundled`. */
export async function bundleOf({ source, platform }: BundleEntry): Promise<Bundle> {
  const result = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'bundled',
    target: 'es2020',
    platform,
    external: ['node:*', ...builtinModules],
    logLevel: 'error',
  });
  const code = result.outputFiles[0]?.text ?? '';
  const [output] = Object.values(result.metafile.outputs);
  const files = Object.entries(output?.inputs ?? {}).map(
    ([file, { bytesInOutput }]) => [file, bytesInOutput] as const,
  );
  return { code, size: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).byteLength, files };
}

import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { scriptProjects } from '../instruments/script-projects.ts';
import type { Bench, BenchRow } from './bench.ts';

/** What a program imports of a library to send one GET request. `node` = runs on Node only. */
export interface BundleEntry {
  readonly who: string;
  readonly source: string;
  readonly platform: 'browser' | 'node';
}

export const ourEntry: BundleEntry = {
  who: 'answershare',
  source: `export { syncClient } from '@answershare/core';`,
  platform: 'browser',
};

export const bundleEntries: readonly BundleEntry[] = [
  ourEntry,
  { who: 'ky', source: `export { default } from 'ky';`, platform: 'browser' },
  { who: 'ofetch', source: `export { ofetch } from 'ofetch';`, platform: 'browser' },
  {
    who: 'ofetch, lru-cache, p-throttle',
    source: `export { createFetch } from 'ofetch';
      export { LRUCache } from 'lru-cache';
      export { default } from 'p-throttle';`,
    platform: 'browser',
  },
  { who: 'got', source: `export { default } from 'got';`, platform: 'node' },
  { who: 'undici', source: `export { Agent, interceptors, request } from 'undici';`, platform: 'node' },
  { who: 'openai core', source: `export { OpenAI } from 'openai';`, platform: 'browser' },
  {
    who: 'octokit',
    source: `export { Octokit } from '@octokit/core';
      export { retry } from '@octokit/plugin-retry';
      export { throttling } from '@octokit/plugin-throttling';`,
    platform: 'browser',
  },
  { who: 'gaxios', source: `export { Gaxios } from 'gaxios';`, platform: 'node' },
];

export interface Bundle {
  readonly code: string;
  /** Bytes. */
  readonly size: number;
  readonly gzipped: number;
  /** Bytes by source file, as esbuild attributes them. */
  readonly files: readonly (readonly [file: string, size: number])[];
}

/** Bundles one script for a browser or Apps Script: minified, iife, ES2020, exports in the global `bundled`. */
export async function buildBundle({ source, platform }: BundleEntry): Promise<Bundle> {
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

const toKilobytes = (bytes: number): number => Number((bytes / 1000).toFixed(1));

/** Bytes of our bundle by folder of core's source, largest first. */
function sizeByFolder({ files }: Bundle): readonly (readonly [part: string, size: number])[] {
  const sizes = new Map<string, number>();
  for (const [file, size] of files) {
    const within = /core\/src\/(.+)$/.exec(file)?.[1];
    if (within === undefined) continue;
    const part = within.includes('/') ? within.slice(0, within.indexOf('/')) : 'client';
    sizes.set(part, (sizes.get(part) ?? 0) + size);
  }
  return [...sizes].sort(([, a], [, b]) => b - a);
}

export const bundleSize: Bench = {
  id: 'B5',
  title: 'Bundle of the client, KB (1,000 bytes) minified',
  target: 'not above 86 KB for the client as the add-on uses it',
  async run() {
    const rows: BenchRow[] = [];
    let own: Bundle | null = null;
    for (const entry of bundleEntries) {
      const bundle = await buildBundle(entry);
      if (entry === ourEntry) own = bundle;
      const setting = entry.platform === 'node' ? 'Node only' : 'anywhere';
      rows.push({
        who: entry.who,
        setting,
        figures: { 'KB min': toKilobytes(bundle.size), 'KB gzip': toKilobytes(bundle.gzipped) },
      });
    }
    if (own === null) throw new Error('Our client is not among the bundles.');
    const parts = sizeByFolder(own);
    for (const [part, size] of parts) {
      rows.push({
        who: 'answershare',
        setting: `of it: ${part}`,
        figures: { 'KB min': toKilobytes(size), 'KB gzip': null },
      });
    }
    return {
      rows,
      ours: `${toKilobytes(own.size)} KB`,
      met: own.size <= 86_000,
      remarks: [
        'esbuild, iife, ES2020. Ours is the whole synchronous client: questions, reading by recipe, quota, faults, cache. The peers send a request and parse JSON.',
        'Why not less: two Forms and any mix of them, bodies of unknown shape, sentences for each fault, and claims that executions share are in every call. Reading by recipe is a quarter of it.',
        'Node only: the figure leaves out what Node itself brings.',
      ],
    };
  },
};

/** Minified size in bytes. */
export async function measureMinified(code: string): Promise<number> {
  const { code: minified } = await transform(code, {
    minify: true,
    target: 'es2019',
    charset: 'utf8',
    legalComments: 'none',
  });
  return Buffer.byteLength(minified);
}

export const scriptSize: Bench = {
  id: 'B13',
  title: 'Script files that Google loads, KB (1,000 bytes) minified',
  target: 'at most 60 KB for the file with the custom functions, 250 KB for the other',
  async run() {
    const rows: BenchRow[] = [];
    const sizes: number[] = [];
    for (const { who, files, open } of scriptProjects) {
      const { folder, close } = await open({ baseUrl: 'https://api.example.com', key: 'key' });
      for (const file of files) {
        const size = await measureMinified(await readFile(join(folder, file), 'utf8'));
        sizes.push(size);
        rows.push({ who, setting: file, figures: { 'KB min': toKilobytes(size) } });
      }
      await close();
    }
    const [own, service] = sizes;
    if (own === undefined || service === undefined) throw new Error('Nothing was measured.');
    return {
      rows,
      ours: `${toKilobytes(own)} KB and ${toKilobytes(service)} KB`,
      met: own <= 60_000 && service <= 250_000,
      remarks: [
        'Code.js has the custom functions and all that a warm cell needs. Service.js has the client, its readers and what the sidebar does; a cell calls it when its answer is not kept. Google loads both in every execution.',
      ],
    };
  },
};

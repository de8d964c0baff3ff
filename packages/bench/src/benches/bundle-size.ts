import { type Bundle, bundleOf } from '../bundling/bundle.ts';
import { bundleEntries, ourEntry } from '../bundling/entries.ts';
import type { Bench, Row } from './bench.ts';

const kilobytes = (bytes: number): number => Number((bytes / 1000).toFixed(1));

/** Our bundle by the folders of core's source, largest first. */
export function partsOf({ files }: Bundle): readonly (readonly [part: string, size: number])[] {
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
  target: 'at most 40 KB for the client as the add-on uses it',
  async run() {
    const rows: Row[] = [];
    let own: Bundle | null = null;
    for (const entry of bundleEntries) {
      const bundle = await bundleOf(entry);
      if (entry === ourEntry) own = bundle;
      const setting = entry.platform === 'node' ? 'Node only' : 'anywhere';
      rows.push({
        who: entry.who,
        setting,
        figures: { 'KB min': kilobytes(bundle.size), 'KB gzip': kilobytes(bundle.gzipped) },
      });
    }
    if (own === null) throw new Error('Our client is not among the bundles.');
    const parts = partsOf(own);
    for (const [part, size] of parts) {
      rows.push({
        who: 'answershare',
        setting: `of it: ${part}`,
        figures: { 'KB min': kilobytes(size), 'KB gzip': null },
      });
    }
    return {
      rows,
      ours: `${kilobytes(own.size)} KB`,
      met: own.size <= 40_000,
      remarks: [
        'esbuild, iife, ES2020. Ours is the whole synchronous client: questions, reading by recipe, quota, faults, cache. The peers send a request and parse JSON.',
        'Node only: the figure leaves out what Node itself brings.',
      ],
    };
  },
};

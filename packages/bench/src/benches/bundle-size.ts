import { type Bundle, bundleOf } from '../bundling/bundle.ts';
import { bundleEntries, ourEntry } from '../bundling/entries.ts';
import type { Bench, Row } from './bench.ts';

/** The folders that turn a body into a value. */
const readers = ['reading', 'websites', 'analytics', 'citations', 'competitors', 'authority'];

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
  target: 'at most 20 KB for the client as the add-on uses it',
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
    const unread = parts.filter(([part]) => !readers.includes(part)).reduce((sum, [, size]) => sum + size, 0);
    for (const [part, size] of [['all but the readers', unread] as const, ...parts]) {
      rows.push({
        who: 'answershare',
        setting: `of it: ${part}`,
        figures: { 'KB min': kilobytes(size), 'KB gzip': null },
      });
    }
    return {
      rows,
      ours: `${kilobytes(own.size)} KB`,
      met: own.size <= 20_000,
      remarks: [
        'esbuild, iife, ES2020. Ours is the whole synchronous client: questions, readers of five resources, quota, faults, cache. The peers send a request and parse JSON.',
        'Why the target is not met: all but the readers is more than 20 KB already, and the readers are as large as the families of bodies that they read or refuse (docs/value-shapes.md).',
        'Node only: the figure leaves out what Node itself brings.',
      ],
    };
  },
};

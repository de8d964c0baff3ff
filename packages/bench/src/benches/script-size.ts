import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { scriptProjects } from '../sheets/script-project.ts';
import type { Bench, Row } from './bench.ts';

const kilobytes = (bytes: number): number => Number((bytes / 1000).toFixed(1));

/** A script file's size when minified, bytes. */
export async function minifiedSize(code: string): Promise<number> {
  const { code: minified } = await transform(code, { minify: true, target: 'es2019', legalComments: 'none' });
  return Buffer.byteLength(minified);
}

export const scriptSize: Bench = {
  id: 'B13',
  title: 'Script files that Google loads, KB (1,000 bytes) minified',
  target: 'at most 60 KB for the file with the custom functions',
  async run() {
    const rows: Row[] = [];
    let own: number | null = null;
    for (const { who, files, open } of scriptProjects) {
      const { folder, close } = await open({ baseUrl: 'https://api.example.com', key: 'key' });
      for (const file of files) {
        const size = await minifiedSize(await readFile(join(folder, file), 'utf8'));
        own ??= size;
        rows.push({ who, setting: file, figures: { 'KB min': kilobytes(size) } });
      }
      await close();
    }
    if (own === null) throw new Error('Nothing was measured.');
    return {
      rows,
      ours: `${kilobytes(own)} KB`,
      met: own <= 60_000,
      remarks: [
        'Code.js has the custom functions and all that a warm cell needs. Service.js has the client, its readers and what the sidebar does; a cell calls it when its answer is not kept. Google loads both in every execution.',
      ],
    };
  },
};

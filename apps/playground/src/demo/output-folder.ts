import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Inbox, toFileName } from '../inbox/inbox.ts';
import { inlineImages } from '../inbox/mailbox.ts';
import type { Screenshots, ScreenshotView } from '../web/screenshots.ts';

const repositoryFolder = fileURLToPath(new URL('../../../../', import.meta.url));

/** The default output folder; never committed. */
export const defaultFolder = join(repositoryFolder, 'demo-output');

const views: readonly ScreenshotView[] = [
  { width: 375, dark: false },
  { width: 640, dark: false },
  { width: 640, dark: true },
];

/** Marks a folder as written by the demo. */
const markerFile = '.answershare-demo';

/** Empties and marks the folder. Rejects if it has other files and no marker. */
export async function emptyOutput(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const [first] = names;
  if (first !== undefined && !names.includes(markerFile))
    throw new Error(
      `${folder} holds "${first}", which the demo did not write: choose an empty or a new folder with --out.`,
    );
  await writeFile(join(folder, markerFile), 'The demo empties this folder whenever it starts.\n');
  const old = names.filter((name) => name !== markerFile);
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true })));
}

/** Writes each mail as .eml, .html, .txt and three pictures. Returns the paths. */
export async function saveMails(folder: string, inbox: Inbox, camera: Screenshots): Promise<string[]> {
  const files = await inbox.save(folder);
  for (const message of inbox.messages()) {
    const html = inlineImages(message);
    if (html === null) continue;
    for (const view of views) {
      const path = join(folder, `${toFileName(message)}-${view.width}${view.dark ? '-dark' : ''}.png`);
      await writeFile(path, await camera.take(html, view), { flag: 'wx' });
      files.push(path);
    }
  }
  return files.sort();
}

/** Relative to the repository, or absolute outside it. */
export function toShownPath(file: string): string {
  const path = relative(repositoryFolder, file);
  return path.startsWith('..') ? file : path;
}

import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileName, type Inbox } from '../inbox/inbox.ts';
import { standaloneHtml } from '../inbox/message.ts';
import type { Camera, View } from '../shots/shots.ts';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Where the demo writes unless told otherwise; never committed. */
export const defaultFolder = join(repository, 'demo-output');

const views: readonly View[] = [
  { width: 375, dark: false },
  { width: 640, dark: false },
  { width: 640, dark: true },
];

/** Marks a folder as the demo's own. */
const mark = '.answershare-demo';

/** Empties the demo's own folder and marks it. Rejects for a folder with anything in it and no mark: it is somebody's. */
export async function emptyOutput(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const [first] = names;
  if (first !== undefined && !names.includes(mark))
    throw new Error(
      `${folder} holds "${first}", which the demo did not write: choose an empty or a new folder with --out.`,
    );
  await writeFile(join(folder, mark), 'The demo empties this folder whenever it starts.\n');
  const old = names.filter((name) => name !== mark);
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true })));
}

/** Every mail as .eml, .html, .txt and three pictures; gives the paths. */
export async function saveMails(folder: string, inbox: Inbox, camera: Camera): Promise<string[]> {
  const files = await inbox.save(folder);
  for (const message of inbox.messages()) {
    const html = standaloneHtml(message);
    if (html === null) continue;
    for (const view of views) {
      const path = join(folder, `${fileName(message)}-${view.width}${view.dark ? '-dark' : ''}.png`);
      await writeFile(path, await camera.shoot(html, view), { flag: 'wx' });
      files.push(path);
    }
  }
  return files.sort();
}

/** A path as the reader finds it from the root of the repository. */
export function shownPath(file: string): string {
  const path = relative(repository, file);
  return path.startsWith('..') ? file : path;
}

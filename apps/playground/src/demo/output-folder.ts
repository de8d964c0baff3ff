import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileName, type Inbox } from '../inbox/inbox.ts';
import { standaloneHtml } from '../inbox/message.ts';
import type { Camera, View } from '../shots/shots.ts';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Emptied by every run of the demo, and never committed. */
export const outputFolder = join(repository, 'demo-output');

const views: readonly View[] = [
  { width: 375, dark: false },
  { width: 640, dark: false },
  { width: 640, dark: true },
];

export async function emptyOutput(): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
}

/** Every mail as .eml, .html, .txt and three pictures; gives the paths. */
export async function saveMails(inbox: Inbox, camera: Camera): Promise<string[]> {
  const files = await inbox.save(outputFolder);
  for (const message of inbox.messages()) {
    const html = standaloneHtml(message);
    if (html === null) continue;
    for (const view of views) {
      const path = join(outputFolder, `${fileName(message)}-${view.width}${view.dark ? '-dark' : ''}.png`);
      await writeFile(path, await camera.shoot(html, view));
      files.push(path);
    }
  }
  return files.sort();
}

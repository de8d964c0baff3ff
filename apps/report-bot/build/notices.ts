import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const licenceSection = /^#+ *licen[cs]e *\n([\s\S]*)/im;

/** A package's licence files, else the last section of its readme, where some packages keep the text. */
async function licenceOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(
    names.filter((name) => licenceFile.test(name)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  if (texts.length > 0) return texts.join('\n');
  const readme = names.find((name) => /^readme\.md$/i.test(name));
  const section = readme && licenceSection.exec(await readFile(join(folder, readme), 'utf8'))?.[1];
  if (section && /copyright/i.test(section)) return section;
  throw new Error(
    `The package in ${folder} has no licence text, which the bundle must ship: leave the package out.`,
  );
}

/** Name, version and licence text of each package whose code is in a bundle. @throws Error for one without a text */
export async function thirdPartyNotices(root: string, { inputs }: Metafile): Promise<string> {
  const folders = new Set(Object.keys(inputs).flatMap((path) => packageFolder.exec(path)?.[0] ?? []));
  const notices = await Promise.all(
    [...folders].map(async (folder) => {
      const { name, version } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
      return `${name} ${version}\n\n${(await licenceOf(join(root, folder))).trim()}\n`;
    }),
  );
  const line = `\n${'-'.repeat(80)}\n\n`;
  return ['The command holds code of these packages.\n', ...notices.sort()].join(line);
}

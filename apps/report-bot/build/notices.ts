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

/** The comment that a bundler leaves before a file of another package: `//#region …/.pnpm/ajv@8.18.0/…`. */
const regionComment = /^\/\/#region .*?(node_modules\/\.pnpm\/[^/]+\/node_modules\/(?:@[^/]+\/)?[^/]+)\//gm;

/** The folders of packages whose code is in a file: its own, and those that its package bundled before. */
async function findPackages(root: string, path: string): Promise<readonly string[]> {
  const own = packageFolder.exec(path)?.[0];
  if (own === undefined) return [];
  const workspace = path.slice(0, path.indexOf('node_modules/'));
  const text = await readFile(join(root, path), 'utf8');
  return [own, ...[...text.matchAll(regionComment)].map(([, folder = '']) => workspace + folder)];
}

/** Name, version and licence text of each package whose code is in a bundle. @throws Error for one without a text */
export async function thirdPartyNotices(root: string, { inputs }: Metafile): Promise<string> {
  const found = await Promise.all(Object.keys(inputs).map((path) => findPackages(root, path)));
  const folders = new Set(found.flat());
  const notices = await Promise.all(
    [...folders].map(async (folder) => {
      const { name, version } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
      return `${name} ${version}\n\n${(await licenceOf(join(root, folder))).trim()}\n`;
    }),
  );
  const line = `\n${'-'.repeat(80)}\n\n`;
  return ['The command holds code of these packages.\n', ...notices.sort()].join(line);
}

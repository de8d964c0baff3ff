import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue } from '../src/index.ts';
import type { BuildSettings } from './build-settings.ts';
import { buildScript, codeName, versionPlaceholder } from './script.ts';
import { buildSidebar } from './sidebar.ts';
import { formatCustomFunctions, formatEntryPoints } from './stubs.ts';

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;

/** The settings of a build without a service address, unless given. Only a schedule mails. */
function completeSettings(settings: Partial<BuildSettings>): BuildSettings {
  const all = { url: '', withSchedule: true, withMail: false, recipes: {}, ...settings };
  return { ...all, withMail: all.withSchedule && all.withMail };
}

/**
 * `appsscript.json`. Only a schedule needs the scope of triggers, only a mail those of mailing and of its user's address. The address list requires a known https address
 * (Google: manifest, urlFetchWhitelist).
 */
export function createManifest(settings: Partial<BuildSettings>): string {
  const { url, withSchedule, withMail } = completeSettings(settings);
  const fields = {
    timeZone: 'Etc/UTC',
    runtimeVersion: 'V8',
    exceptionLogging: 'STACKDRIVER',
    oauthScopes: [
      scope('spreadsheets.currentonly'),
      scope('script.container.ui'),
      scope('script.external_request'),
      ...(withSchedule ? [scope('script.scriptapp')] : []),
      ...(withMail ? [scope('script.send_mail'), scope('userinfo.email')] : []),
    ],
    ...(url.startsWith('https://') ? { urlFetchWhitelist: [`${url}/api/v1/`] } : {}),
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** The package's own folder. */
export const root = join(import.meta.dirname, '..');

/** What clasp pushes, built as `service.json` and the environment say. */
export const pushedFolder = join(root, 'dist');

/** What demo and tests run, built without either. */
export const localFolder = join(root, 'dist-local');

/** Makes a folder hold exactly these files; unchanged files are not written. */
async function writeFolder(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = await readdir(folder);
  for (const name of there) {
    if (files[name] === undefined) await rm(join(folder, name), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (!there.includes(name) || (await readFile(path, 'utf8')) !== text) await writeFile(path, text);
  }
}

async function packageVersion(): Promise<string> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
}

function computeDigest(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8);
}

/** Writes the pushed files, and no others, into a folder. */
export async function buildAddon(folder: string, settings: Partial<BuildSettings> = {}): Promise<void> {
  const all = completeSettings(settings);
  const built: Record<string, string> = {
    'Code.js': await buildScript(root, 'src/code.ts', codeName, formatCustomFunctions(catalogue), all),
    'Service.js': await buildScript(
      root,
      'src/service.ts',
      'answershareService',
      formatEntryPoints(all.withSchedule),
      all,
    ),
    'sidebar.html': await buildSidebar(root, catalogue),
    'appsscript.json': createManifest(all),
  };
  const version = `${await packageVersion()}+${computeDigest(Object.values(built))}`;
  const files = Object.entries(built).map(([name, text]) => [
    name,
    text.split(versionPlaceholder).join(version),
  ]);
  await writeFolder(folder, Object.fromEntries(files));
}

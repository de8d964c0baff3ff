import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The unpacked Chromium of @sparticuz/chromium: a headless shell for Linux, about 210 MB. */
export interface PackedChromium {
  readonly program: string;
  /** Adds the package's fonts to the machine's. */
  readonly fontSettings: string;
  /** NSS, NSPR and Expat, for machines without them. */
  readonly libraries: string;
}

const defaultCache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
const unpackScript = fileURLToPath(new URL('unpack.ts', import.meta.url));

/** Unpacks on first use. Concurrent processes each unpack a copy; the first one stays. */
export async function unpackChromium(cache = defaultCache): Promise<PackedChromium> {
  const folder = join(
    cache,
    `chromium-${readVersion('@sparticuz/chromium')}-kosugi-${readVersion('@expo-google-fonts/kosugi')}`,
  );
  await mkdir(cache, { recursive: true, mode: 0o700 });
  await assertPrivate(cache);
  if (!existsSync(folder)) {
    const fresh = await mkdtemp(join(cache, 'unpacking-'));
    try {
      await promisify(execFile)(process.execPath, [unpackScript], { env: { ...process.env, TMPDIR: fresh } });
      await rename(fresh, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }
  return {
    program: join(folder, 'chromium'),
    fontSettings: join(folder, 'fonts.conf'),
    libraries: join(folder, 'al2023/lib'),
  };
}

/** The folder holds programs that run later, so no other user may write to it. */
async function assertPrivate(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder);
  if ((process.getuid?.() ?? uid) === uid && (mode & 0o022) === 0) return;
  throw new Error(`other users may write to ${folder}: remove it, or make it writable for its owner alone`);
}

function readVersion(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  const manifest: unknown = file === undefined ? null : JSON.parse(readFileSync(file, 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error(`The package ${name} has no version: install the packages again.`);
}

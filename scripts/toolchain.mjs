// Plain JavaScript for Node 20: this runs before anything is installed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { quiet } from './processes.mjs';
import { root } from './root.mjs';

const memory = join(root, '.toolchain', 'path.json');

/** npm and others keep compiled code in a folder that all users of the machine share, unless this names another. */
function ownCompileCache() {
  const folder = join(root, '.toolchain', 'compiled');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? folder };
}

export const pins = {
  node: readFileSync(join(root, '.node-version'), 'utf8').trim(),
  pnpm: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager.replace('pnpm@', ''),
};

function recorded() {
  if (!existsSync(memory)) return null;
  const known = JSON.parse(readFileSync(memory, 'utf8'));
  const same = known.node === pins.node && known.pnpm === pins.pnpm;
  return same && existsSync(join(known.folder, process.platform === 'win32' ? 'node.cmd' : 'node'))
    ? known.folder
    : null;
}

/**
 * The folder that npx keeps the pinned node and pnpm in; fetched at the first call, remembered afterwards. `watch` sees
 * the process that fetches.
 */
export async function toolchainFolder(watch) {
  const known = recorded();
  if (known) return known;
  const packages = ['-p', `node@${pins.node}`, '-p', `pnpm@${pins.pnpm}`];
  // The clone's .npmrc makes npm refuse engines that do not match this Node: the pinned pnpm's.
  const env = { ...process.env, ...ownCompileCache(), npm_config_engine_strict: 'false' };
  const stdout = await quiet('npx', ['-y', ...packages, '-c', 'node -p process.env.PATH'], env, watch);
  const folder = stdout.trim().split(delimiter)[0];
  mkdirSync(join(root, '.toolchain'), { recursive: true });
  writeFileSync(memory, JSON.stringify({ ...pins, folder }));
  return folder;
}

/** The environment in which the pinned tools are found first and none of them reports home. */
export function environmentWith(folder) {
  return {
    ...process.env,
    ...ownCompileCache(),
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    NODE_NO_WARNINGS: process.env.NODE_NO_WARNINGS ?? '1',
  };
}

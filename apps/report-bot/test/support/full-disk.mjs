/**
 * Loaded before the command: the disk of every path that holds FULL_DISK has no room, as the system would say it; or it has
 * the fault FULL_DISK_CODE, of which `inodes` means that it has no inode left.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { statfsSync, writeFileSync } = fs;
const marked = (path) => String(path).includes(process.env.FULL_DISK);
const code = process.env.FULL_DISK_CODE ?? 'ENOSPC';
const words = { ENOSPC: 'no space left on device', EROFS: 'read-only file system' }[code];
const room = { ENOSPC: { bavail: 0, bfree: 0 }, inodes: { files: 1_000, ffree: 0 } }[code];
const full = () => Object.assign(new Error(`${code}: ${words}, write`), { code });

fs.statfsSync = (path, ...rest) => {
  const found = statfsSync(path, ...rest);
  return marked(path) ? Object.assign(found, room) : found;
};
fs.writeFileSync = (path, ...rest) => {
  if (marked(path) && words !== undefined) throw full();
  return writeFileSync(path, ...rest);
};
syncBuiltinESMExports();

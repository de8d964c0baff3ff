/** Loaded before the command: the disk of every path that holds FULL_DISK has no room, as the system would say it. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { statfsSync, writeFileSync } = fs;
const marked = (path) => String(path).includes(process.env.FULL_DISK);
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

fs.statfsSync = (path, ...rest) => {
  const found = statfsSync(path, ...rest);
  return marked(path) ? Object.assign(found, { bavail: 0, bfree: 0 }) : found;
};
fs.writeFileSync = (path, ...rest) => {
  if (marked(path)) throw full();
  return writeFileSync(path, ...rest);
};
syncBuiltinESMExports();

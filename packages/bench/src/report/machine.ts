import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os';
import type { Library } from '../contenders/contender.ts';
import type { Compared } from './report.ts';

/** Where the figures come from. */
export interface Machine {
  readonly node: string;
  readonly system: string;
  readonly cores: number;
  readonly processor: string;
  /** Running processes a minute on average at the start: far above 0 means that others used the machine too. */
  readonly load: number;
}

export function thisMachine(): Machine {
  return {
    node: process.version,
    system: `${platform()} ${arch()}`,
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() || 'unknown',
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** Name, version and licence as an installed package states them. */
function packageOf(name: string): Compared['packages'][number] {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`The package ${name} is not installed: run \`npm test\` once.`);
  const { version, license } = JSON.parse(readFileSync(file, 'utf8')) as { version: string; license: string };
  return { name, version, licence: license };
}

export function comparedOf({ name, packages, tuning }: Library): Compared {
  return { name, packages: packages.map(packageOf), tuning };
}

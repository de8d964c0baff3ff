import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os';
import type { BenchFinding } from '../benches/bench.ts';
import type { ClientLibrary } from '../contenders/contender.ts';

/** The machine that produced the figures. */
export interface Machine {
  readonly node: string;
  readonly system: string;
  readonly cores: number;
  readonly processor: string;
  /** One-minute load average at the start; far above 0 = other programs ran. */
  readonly load: number;
}

export function describeMachine(): Machine {
  return {
    node: process.version,
    system: `${platform()} ${arch()}`,
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() || 'unknown',
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

function readPackage(name: string): ComparedClient['packages'][number] {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`The package ${name} is not installed: run \`npm test\` once.`);
  const { version, license } = JSON.parse(readFileSync(file, 'utf8')) as { version: string; license: string };
  return { name, version, licence: license };
}

export function describeClient({ name, packages, tuning }: ClientLibrary): ComparedClient {
  return { name, packages: packages.map(readPackage), tuning };
}

export interface BenchResult extends BenchFinding {
  readonly id: string;
  readonly title: string;
  readonly target: string;
  /** Duration of the bench. */
  readonly seconds: number;
  /** The machine, if it ran apart from the others. */
  readonly machine?: Machine;
}

export interface ComparedClient {
  readonly name: string;
  readonly packages: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
  /** The options of `tuned`; null = it has one setting. */
  readonly tuning: string | null;
}

export interface BenchReport {
  readonly command: string;
  readonly machine: Machine;
  readonly clients: readonly ComparedClient[];
  readonly findings: readonly BenchResult[];
}

/** The stored results with those of a run of some benches. */
export function mergeResults(stored: BenchReport, { machine, findings }: BenchReport): BenchReport {
  const apart = findings.map((finding) => ({ ...finding, machine }));
  const toNumber = ({ id }: BenchResult): number => Number(id.slice(1));
  const others = stored.findings.filter(({ id }) => !findings.some((finding) => finding.id === id));
  return {
    ...stored,
    findings: [...others, ...apart].sort((one, other) => toNumber(one) - toNumber(other)),
  };
}

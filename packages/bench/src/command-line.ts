import { parseArgs } from 'node:util';
import { agencyDay } from './benches/agency-day.ts';
import { alertTruth } from './benches/alert-truth.ts';
import { bareContext } from './benches/bare-context.ts';
import type { Bench } from './benches/bench.ts';
import { bundleSize, scriptSize } from './benches/bundle-size.ts';
import { callCost } from './benches/call-cost.ts';
import { cellRate } from './benches/cell-rate.ts';
import { digestThroughput } from './benches/digest-throughput.ts';
import { digestTruth } from './benches/digest-truth.ts';
import { gatewaySpeed } from './benches/gateway-speed.ts';
import { headerReading } from './benches/header-vectors.ts';
import { identicalLookups } from './benches/identical-lookups.ts';
import { oddAnswers } from './benches/odd-answers.ts';
import { burstLimit, dailyLimit } from './benches/rate-limits.ts';
import { doctorCost, sheetWorkload } from './benches/request-counts.ts';
import { sandboxSpeed } from './benches/sandbox-speed.ts';
import { warmCells } from './benches/warm-cells.ts';

export const usageText = 'Usage: npm run bench [-- [--json] [--only B1,B4] [--write]]';

export interface BenchOptions {
  readonly json: boolean;
  readonly write: boolean;
  readonly benches: readonly Bench[];
}

/** Throws a RangeError that lists every error of the command line. */
export function parseCommandLine(argv: readonly string[], benches: readonly Bench[]): BenchOptions {
  const { values, tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: { json: { type: 'boolean' }, only: { type: 'string' }, write: { type: 'boolean' } },
  });
  const complaints: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') complaints.push(`"${token.value}" is no option.`);
    if (token.kind === 'option' && !['json', 'only', 'write'].includes(token.name))
      complaints.push(`There is no option ${token.rawName}.`);
  }
  const only = typeof values.only === 'string' ? values.only : null;
  if (values.only !== undefined && !only) complaints.push('--only takes the ids of benches, such as B1,B4.');
  const isNamed = ({ id, name }: Bench, word: string) => id === word.toUpperCase() || name === word;
  const wanted = only?.split(',').map((word) => word.trim()) ?? benches.map(({ id }) => id);
  for (const id of wanted) {
    if (!benches.some((bench) => isNamed(bench, id)))
      complaints.push(`There is no bench "${id}": there are ${benches.map((bench) => bench.id).join(', ')}.`);
  }
  if (complaints.length > 0) throw new RangeError(complaints.join(' '));
  return {
    json: values.json === true,
    write: values.write === true,
    benches: benches.filter((bench) => wanted.some((word) => isNamed(bench, word))),
  };
}

/** Every bench, in the order of their ids. */
export const benches: readonly Bench[] = [
  dailyLimit,
  burstLimit,
  identicalLookups,
  callCost,
  bundleSize,
  bareContext,
  headerReading,
  doctorCost,
  sheetWorkload,
  oddAnswers,
  sandboxSpeed,
  warmCells,
  scriptSize,
  digestTruth,
  cellRate,
  digestThroughput,
  alertTruth,
  gatewaySpeed,
  agencyDay,
];

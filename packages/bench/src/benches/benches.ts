import { bareContext } from './bare-context.ts';
import type { Bench } from './bench.ts';
import { bundleSize } from './bundle-size.ts';
import { burstLimit } from './burst-limit.ts';
import { callCost } from './call-cost.ts';
import { dailyLimit } from './daily-limit.ts';
import { doctorCost } from './doctor-cost.ts';
import { headerReading } from './header-vectors.ts';
import { identicalLookups } from './identical-lookups.ts';
import { oddAnswers } from './odd-answers.ts';
import { sandboxSpeed } from './sandbox-speed.ts';
import { scriptSize } from './script-size.ts';
import { sheetWorkload } from './sheet-workload.ts';
import { warmCells } from './warm-cells.ts';

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
];

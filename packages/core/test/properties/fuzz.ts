import * as fc from 'fast-check';
import { expect } from 'vitest';
import { seedOfRuns } from '../support/fixed-seed.ts';
import { checkLaws } from './check-laws.ts';
import * as ofRequests from './laws-of-requests.ts';
import * as ofResults from './laws-of-results.ts';
import type { Ledger } from './ledger.ts';
import { asked, scripts } from './play.ts';

const seed = Number(process.env.FUZZ_SEED ?? seedOfRuns);
const each = 8;

const oddSites = fc.constantFrom('ws_a', 'ws_b', '', '\ud800', 'a\u0000b', '../..', '__proto__');
const oddWindows = fc.oneof(
  fc.oneof(fc.integer({ max: 0 }), fc.integer({ min: 91 })).map((last) => ({ last })),
  fc.double({ noInteger: true }).map((last) => ({ last })),
  fc.tuple(fc.string(), fc.string()).map(([from, to]) => ({ from, to })),
  fc.constantFrom({ from: '0000-01-01', to: '9999-12-31' }, { from: '2026-02-30', to: '2026-03-01' }),
  fc.constantFrom({ last: 7 }, { last: 30 }, { last: 90 }),
);
const endpoints = ['websites', 'citations', 'competitors', 'authority', 'analytics'] as const;
const odd = fc.tuple(asked, oddSites, oddWindows, fc.constantFrom(...endpoints));

/** Holds all laws to so many exchanges, odd identifiers and windows among them. */
export async function fuzz(wanted: number): Promise<void> {
  const laws = [...Object.values(ofRequests), ...Object.values(ofResults)];
  let exchanges = 0;
  let requests = 0;
  const count = (ledger: Ledger): readonly string[] => {
    exchanges += ledger.calls.length;
    requests += ledger.sent.length;
    return [];
  };
  const before = process.cpuUsage();
  const some = fc.array(
    odd.map(([one, site, window, endpoint]) => ({ ...one, site, window, endpoint })),
    { minLength: each, maxLength: each },
  );
  await checkLaws([count, ...laws], scripts({ asked: some }), Math.ceil(wanted / each), seed);
  const { user, system } = process.cpuUsage(before);
  const seconds = ((user + system) / 1e6).toFixed(1);
  console.log(
    `fuzz: ${exchanges} exchanges, ${requests} requests, seed ${seed}, ${seconds} s of processor time`,
  );
  expect(exchanges).toBeGreaterThanOrEqual(wanted);
}

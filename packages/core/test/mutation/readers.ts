/**
 * Meets every mutant of the readers with the pure tests of reading, in one process: a mutant costs milliseconds where a test
 * runner for each costs seconds. Writes mutation-report.json as Stryker does, then survivors.ts tells what it says.
 * Run: `node test/mutation/readers.ts [part of a path, such as src/citations]` in packages/core.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Script } from 'node:vm';
import * as fc from 'fast-check';
import { instrumented, type Mutant } from './instrumented.ts';
import { suiteOf } from './suite.ts';

/** What the mutants' switches read and write (Stryker's instrumenter). */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?:
    | { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
    | undefined;
}

/** Passes of a mutated place after which a test is taken to run without end. */
const mostHits = 3_000_000;

/** All tests take some seconds. A mutated regular expression may try for years within one pass. */
const timeout = 120_000;

const core = resolve(import.meta.dirname, '../..');
const wanted = process.argv[2] ?? 'src/';
const found = (pattern: string): string[] => globSync(pattern, { cwd: core }).sort();
const sources = found(
  'src/{reading,drafting,websites,analytics,citations,competitors,authority}/*.ts',
).filter((path) => path.includes(wanted));
const tests = found('test/reading/*.test.ts').filter((path) => !path.endsWith('/mutation.test.ts'));

fc.configureGlobal({ seed: 20_261_121 });
const say = console.log;
console.log = () => undefined;
console.table = () => undefined;

const { mutants, script } = await instrumented(sources, tests);
const load = suiteOf(script);
const global = globalThis as { __stryker__?: Switch; __mutant__?: () => void };
const guarded = new Script('__mutant__()');
const toggle: Switch = {};
global.__stryker__ = toggle;

const all = load();
const durations = all.map(({ run }, at) => {
  toggle.currentTestId = String(at);
  const started = performance.now();
  run();
  return performance.now() - started;
});
toggle.currentTestId = undefined;
const { static: fixed = {}, perTest = {} } = toggle.mutantCoverage ?? {};
const kills = all.map(() => 0);
say(`${mutants.length} mutants of ${sources.length} files meet ${all.length} tests.`);

/** The tests that a mutant meets, those first that end most for the least time. A constant's mutant meets all. */
function testsFor({ id }: Mutant): number[] {
  const reached = all.map((_, at) => at).filter((at) => id in fixed || id in (perTest[at] ?? {}));
  const worth = (at: number): number => ((kills[at] ?? 0) + 0.2) / ((durations[at] ?? 0) + 0.05);
  return reached.sort((a, b) => worth(b) - worth(a));
}

/** How a mutant ends: `Killed` by a test or while it loads, `Timeout`, `Survived`, or `NoCoverage` where no test reaches it. */
function fateOf(mutant: Mutant): string {
  const order = testsFor(mutant);
  if (order.length === 0) return 'NoCoverage';
  Object.assign(toggle, { activeMutant: mutant.id, hitCount: 0, hitLimit: mostHits });
  let at = -1;
  try {
    const told = load();
    if (told.length !== all.length) return 'Killed';
    global.__mutant__ = () => {
      for (at of order) told[at]?.run();
    };
    guarded.runInThisContext({ timeout });
    return 'Survived';
  } catch (thrown) {
    if (at >= 0) kills[at] = (kills[at] ?? 0) + 1;
    return /Hit count limit|execution timed out/.test(String(thrown)) ? 'Timeout' : 'Killed';
  } finally {
    toggle.activeMutant = undefined;
    toggle.mutantCoverage = undefined;
  }
}

const ends = mutants.map((mutant, at) => {
  if (at > 0 && at % 500 === 0) say(`${at} of ${mutants.length}`);
  return { ...mutant, status: fateOf(mutant) };
});
const counted = ({ line, column }: { line: number; column: number }) => ({
  line: line + 1,
  column: column + 1,
});
const files = sources.map((path) => [
  path,
  {
    source: readFileSync(resolve(core, path), 'utf8'),
    mutants: ends
      .filter(({ fileName }) => fileName === path)
      .map(({ status, replacement, location: { start, end } }) => ({
        status,
        replacement,
        location: { start: counted(start), end: counted(end) },
      })),
  },
]);
writeFileSync(resolve(core, 'mutation-report.json'), JSON.stringify({ files: Object.fromEntries(files) }));
console.log = say;
await import('./survivors.ts');

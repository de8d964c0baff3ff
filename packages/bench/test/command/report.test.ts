import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doctorCost } from '../../src/benches/request-counts.ts';
import { benches } from '../../src/command-line.ts';
import { libraries } from '../../src/contenders/libraries.ts';
import {
  formatMarkdown,
  formatPlainText,
  formatRows,
  replaceResults,
} from '../../src/report/format-report.ts';
import { type BenchReport, describeClient, describeMachine, mergeResults } from '../../src/report/report.ts';

it('prints each finding with target and verdict, the machine, and every client with version and licence', async () => {
  const { id, title, target } = doctorCost;
  const report = {
    command: 'npm run bench -- --write',
    machine: describeMachine(),
    clients: libraries.map(describeClient),
    findings: [{ id, title, target, seconds: 1, ...(await doctorCost.run([])) }],
  };
  const text = formatPlainText(report);
  expect(text).toContain(`target: ${target}; ours: 6, quick 2: MET`);
  expect(text).toContain(`Node ${process.version}`);
  expect(text).toMatch(/ky 2\.\d+\.\d+ \(MIT\)/);
  expect(text).toContain('1 of 1 targets met.');
  expect(text).toMatch(/Form 2 +full +6 +6 +2\n/);
  expect(formatMarkdown(report)).toMatch(/\| 6, quick 2 +\| met +\|/);
});

it('keeps the README text around the results', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const written = replaceResults(readme, 'RESULTS');
  expect(written).toContain('RESULTS');
  expect(written.slice(0, 40)).toBe(readme.slice(0, 40));
  expect(replaceResults(written, 'OTHER')).toBe(replaceResults(readme, 'OTHER'));
  expect(() => replaceResults('nothing', 'RESULTS')).toThrow('no place for the results');
});

const stored = JSON.parse(
  readFileSync(new URL('../../results.json', import.meta.url), 'utf8'),
) as BenchReport;

it('writes the results of some benches in their place, with their machine', () => {
  const [first, second] = stored.findings;
  if (first === undefined || second === undefined) throw new Error('There are no results.');
  const machine = { ...stored.machine, load: 7.5 };
  const merged = mergeResults(stored, { ...stored, machine, findings: [{ ...second, ours: 'new' }] });
  expect(merged.findings.map(({ id }) => id)).toEqual(stored.findings.map(({ id }) => id));
  expect(merged.findings[0]).toEqual(first);
  expect(merged.findings[1]).toMatchObject({ ours: 'new', machine });
  expect(formatMarkdown(merged)).toMatch(/- B2: .*Ran apart: .* load 7\.5/);
});

it.each(benches.filter(({ page }) => page !== undefined))('$page shows the results of $id', (bench) => {
  const page = readFileSync(new URL(`../../../../${bench.page}`, import.meta.url), 'utf8');
  const rows = stored.findings.find(({ id }) => id === bench.id)?.rows ?? [];
  const command = `npm run bench -- --only ${bench.name} --write`;
  expect(replaceResults(page, formatRows(rows), command)).toBe(page);
});

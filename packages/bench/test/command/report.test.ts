import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doctorCost } from '../../src/benches/request-counts.ts';
import { libraries } from '../../src/contenders/libraries.ts';
import { formatMarkdown, formatPlainText, replaceResults } from '../../src/report/format-report.ts';
import { describeClient, describeMachine } from '../../src/report/report.ts';

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

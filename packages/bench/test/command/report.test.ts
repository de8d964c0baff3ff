import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doctorCost } from '../../src/benches/doctor-cost.ts';
import { libraries } from '../../src/contenders/libraries.ts';
import { comparedOf, thisMachine } from '../../src/report/machine.ts';
import { withResults } from '../../src/report/readme.ts';
import { inMarkdown, inPlainText } from '../../src/report/words.ts';

it('a finding is told with its target, the verdict, the machine and every client with version and licence', async () => {
  const { id, title, target } = doctorCost;
  const report = {
    command: 'npm run bench -- --write',
    machine: thisMachine(),
    clients: libraries.map(comparedOf),
    findings: [{ id, title, target, seconds: 1, ...(await doctorCost.run([])) }],
  };
  const text = inPlainText(report);
  expect(text).toContain(`target: ${target}; ours: 6, quick 2: MET`);
  expect(text).toContain(`Node ${process.version}`);
  expect(text).toMatch(/ky 2\.\d+\.\d+ \(MIT\)/);
  expect(text).toContain('1 of 1 targets met.');
  expect(inMarkdown(report)).toMatch(/\| Form 2 +\| full +\| 6 +\| 6 +\| 2 +\|/);
});

it('the README keeps its own words around the results', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const written = withResults(readme, 'RESULTS');
  expect(written).toContain('RESULTS');
  expect(written.slice(0, 40)).toBe(readme.slice(0, 40));
  expect(withResults(written, 'OTHER')).toBe(withResults(readme, 'OTHER'));
  expect(() => withResults('nothing', 'RESULTS')).toThrow('no place for the results');
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agencyDay, listAgencyDays } from '../src/benches/agency-day.ts';
import type { BenchReport } from '../src/report/report.ts';

test("an agency's day costs what results.json says", { timeout: 1_800_000 }, async () => {
  const report = JSON.parse(readFileSync(new URL('../results.json', import.meta.url), 'utf8')) as BenchReport;
  const written = report.findings.find(({ id }) => id === agencyDay.id)?.rows ?? [];
  const measured = await listAgencyDays();
  expect(measured.map(({ who }) => who)).toEqual(written.map(({ who }) => who));
  for (const [at, { who, figures }] of measured.entries())
    for (const [name, value] of Object.entries(figures)) {
      const stored = Number(written[at]?.figures[name]);
      expect(Math.abs(Number(value) - stored), `${who}, ${name}: ${value}`).toBeLessThanOrEqual(
        0.05 * stored,
      );
    }
});

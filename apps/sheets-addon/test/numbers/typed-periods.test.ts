import { join } from 'node:path';
import { formatPeriodFault, parsePeriod, translatePeriod } from '@answershare/core';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import {
  computeDueDays,
  dayIn,
  listTypedPeriods,
  type TypedPeriod,
  zones,
} from '../support/typed-periods.ts';

const all = listTypedPeriods();

/** `2028-12-01..2028-12-31`, or the sentence of a refusal. */
function read({ typed, instant, locale }: TypedPeriod, zone: string): string {
  const parsed = parsePeriod([typed], {
    today: dayIn(zone, Date.parse(instant)),
    locale: () => locale,
    toDate: (epochMs) => dayIn(zone, epochMs),
    translate: translatePeriod,
  });
  return parsed.ok ? `${parsed.period.from}..${parsed.period.to}` : formatPeriodFault(parsed.fault);
}

const isDays = (shown: string): boolean => /^[\d-]{10}\.\.[\d-]{10}$/.test(shown);

test.each(zones)('in %s each period is read as the calendar says, or refused with a sentence', (zone) => {
  const wrong = all.flatMap((period) => {
    const [shown, due] = [read(period, zone), computeDueDays(period, zone)];
    const isRight =
      due === null ? !isDays(shown) && shown.includes(period.due.slice(2)) : shown === due.join('..');
    return isRight ? [] : [`${period.locale} ${period.typed}: ${shown}, not ${due ?? period.due}`];
  });
  expect(wrong).toEqual([]);
});

test('each sentence names what was typed or what it means, and what to write', () => {
  const sentences = all.map((period) => read(period, 'Etc/UTC')).filter((shown) => !isDays(shown));
  for (const sentence of sentences)
    expect(sentence).toMatch(/^("[^"]+"|\d[\d.-]*|The period|Without a start) .+ (Write|Give|Exchange) /);
});

const files = [...new Set(all.map(({ instant, locale }) => `${instant} ${locale}`))].map((file, at) => [
  file,
  zones[at % zones.length] ?? zones[0],
]);

test.each(files)('EXPLAIN in a file (%s) of %s shows the same', async (file, timeZone) => {
  const periods = all.filter(({ instant, locale }) => `${instant} ${locale}` === file);
  const [{ instant, locale } = { instant: '', locale: '' }] = periods;
  await using addon = await startConnectedAddon(1, 'live', {
    timeZone,
    locale,
    now: () => Date.parse(instant),
  });
  await addon.sandbox.admin.setClock(instant);
  await addon.sandbox.admin.freezeClock();
  for (const period of periods) {
    const shown = read(period, timeZone);
    const args = ['ANALYTICS', 'Northwind Outdoor', period.typed] as const;
    const facts = isDays(shown)
      ? ((await addon.cell('EXPLAIN', ...args)) as string[][]).map((row) => row.join(' ')).join('\n')
      : await addon.note('EXPLAIN', ...args);
    const due = isDays(shown) ? shown.replace('..', ' to ') : `[bad_window] ${shown}`;
    expect([period.typed, facts]).toEqual([period.typed, expect.stringContaining(due.slice(0, 150))]);
  }
});

function formatSection(instant: string, locale: string): string {
  const periods = all.filter((period) => period.instant === instant && period.locale === locale);
  const rows = periods.map((period) => {
    const [west = '', ...others] = zones.map((zone) => read(period, zone));
    const east = [...new Set(others)];
    expect([period.typed, east]).toHaveLength(2);
    return `${period.typed}  →  ${west}${west === east[0] ? '' : `  |  ${east[0]}`}`;
  });
  // A block: a formatter aligns the columns of a table.
  return `### ${locale}\n\n\`\`\`text\n${rows.join('\n')}\n\`\`\``;
}

test('docs/PERIODS.md shows them all', async () => {
  const instants = [...new Set(all.map(({ instant }) => instant))];
  const parts = instants.map((instant) => {
    const locales = [...new Set(all.filter((one) => one.instant === instant).map(({ locale }) => locale))];
    const [west, east] = [zones[0], zones[1]].map((zone) => dayIn(zone, Date.parse(instant)));
    const dates = west === east ? `${east} in all zones` : `${west} in Los Angeles, ${east} elsewhere`;
    return [`## At ${instant}: ${dates}`, ...locales.map((locale) => formatSection(instant, locale))].join(
      '\n\n',
    );
  });
  const opening = `# Periods as people type them

Written by \`vitest run test/numbers/typed-periods.test.ts -u\`, which reads each of these ${all.length} periods in files of four
zones and compares the days with a calendar of its own. The heading names the locale of the file; words of all languages
are read in each. Behind the sign | is what UTC, Tokyo and Auckland show where they differ from Los Angeles. A text without
days is the sentence in the cell, after \`[bad_window]\`.
`;
  await expect(`${[opening.trimEnd(), ...parts].join('\n\n')}\n`).toMatchFileSnapshot(
    join(root, 'docs/PERIODS.md'),
  );
});

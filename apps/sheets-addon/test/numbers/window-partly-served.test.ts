import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forms, type LocalAddon, startLocalAddon } from '../support/local-addon.ts';
import { type Relay, startRelay } from '../support/relay.ts';

type Body = { days: { date: string }[] };

const dateOf = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

describe.each(forms)('Form %i, where only the latest days come', (form) => {
  let addon: LocalAddon;
  let service: Relay;
  let latest: number;

  beforeEach(async () => {
    latest = 90;
    addon = await startLocalAddon(form);
    service = await startRelay(addon.sandbox, (path, text) => {
      if (!path.includes('/analytics')) return text;
      const body: Body = JSON.parse(text);
      return body.days
        ? JSON.stringify({ ...body, days: body.days.filter(({ date }) => date > dateOf(latest)) })
        : text;
    });
    addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
    await addon.connect(addon.sandbox.keys.live);
  });
  afterEach(async () => {
    await addon[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const shown = async (window: string): Promise<unknown[]> => {
    const rows = (await addon.cell('ANALYTICS', 'Meadow Clinic', window, 'visitors')) as unknown[][];
    return rows.map(([first]) => (first instanceof Date ? first.toISOString().slice(0, 10) : first));
  };

  test('shows 20 days of a website that is 20 days old, none filled in', async () => {
    latest = 20;
    const days = Array.from({ length: 20 }, (_, at) => dateOf(19 - at));
    expect(await shown('90d')).toEqual(['Date', ...days]);
  });

  test('accepts more than half of the requested days, even from the start of a span', async () => {
    latest = 30;
    expect(await shown('45d')).toHaveLength(1 + 30);
  });

  test.each([30, 7])('refuses a window of 90 days answered with the last %i', async (span) => {
    latest = span;
    expect(await addon.note('ANALYTICS', 'Meadow Clinic', '90d')).toBe(
      `[bad_answer] The service gave ${span} of the 90 days asked, from ${dateOf(span - 1)} on, as for ${span}d. Ask for ${span}d, or inform the add-on's administrator.`,
    );
    expect(await shown(`${span}d`)).toHaveLength(1 + span);
  });

  test('refuses dates of which the last 30 days cover only the end', async () => {
    latest = 30;
    const dates = `${dateOf(80)}..${dateOf(20)}`;
    expect(await addon.note('ANALYTICS', 'Meadow Clinic', dates)).toContain(
      `[bad_answer] The service gave 10 of the 61 days asked, from ${dateOf(29)} on`,
    );
  });
});

import { describe, expect, test } from 'vitest';
import { anyForm, startConnectedAddon } from '../support/local-addon.ts';

describe.each(anyForm)('Form %i: 49 rows with 7 distinct websites', (form) => {
  const column = (domains: readonly { domain: string }[]) =>
    Array.from({ length: 49 }, (_, row) => [domains[row % 7]?.domain]);

  test('cost one request for each that Connect did not sample as one range, and none on recalculation', async () => {
    await using addon = await startConnectedAddon(form);
    const rows = column(addon.sandbox.websites);
    const first = (await addon.cell('CITATIONS', rows)) as unknown[][];
    expect(first).toHaveLength(49);
    expect(first.every(([value]) => typeof value === 'number')).toBe(true);
    expect(await addon.requests()).toEqual({ citations: 5 });
    expect(await addon.cell('CITATIONS', rows)).toEqual(first);
    expect(await addon.requests()).toEqual({});
  });

  test('cost the same as 49 cells in parallel executions', async () => {
    await using addon = await startConnectedAddon(form, 'live', { threads: 8 });
    const rows = column(addon.sandbox.websites);
    const cells = () => Promise.all(rows.map(([domain]) => addon.cell('CITATIONS', domain)));
    const first = await cells();
    expect(first.every((value) => typeof value === 'number')).toBe(true);
    expect(await addon.requests()).toEqual({ citations: 5 });
    expect(await cells()).toEqual(first);
    expect(await addon.requests()).toEqual({});
  });

  test('share their answers between a range and single cells', async () => {
    await using addon = await startConnectedAddon(form);
    const rows = column(addon.sandbox.websites);
    const range = (await addon.cell('AUTHORITY', rows)) as unknown[][];
    await addon.requests();
    expect(await addon.cell('AUTHORITY', addon.sandbox.websites[2]?.name)).toBe(range[2]?.[0]);
    expect(await addon.requests()).toEqual({});
  });

  test('read every engine and every competitor from one answer', async () => {
    await using addon = await startConnectedAddon(form);
    for (const engine of ['ChatGPT', 'Perplexity', '*', ''])
      await addon.cell('CITATIONS', 'Meadow Clinic', engine);
    for (const rival of ['Riverside Health', 'City Doctors', '']) {
      await addon.cell('SHARE_OF_VOICE', 'Meadow Clinic', rival);
    }
    await addon.cell('COMPETITORS', 'Meadow Clinic');
    expect(await addon.requests()).toEqual({ citations: 1, competitors: 1 });
  });
});

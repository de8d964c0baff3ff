import { expect, test } from 'vitest';
import { connectFile } from '../../src/sidebar/inspect.ts';
import { forms } from '../support/local-addon.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

const [minute, hour] = [60_000, 3_600_000];
const figures = ['AUTHORITY', 'CITATIONS', 'SHARE_OF_VOICE'];

test.each(forms.flatMap((form) => ([503, 504, 'day'] as const).map((trouble) => [form, trouble] as const)))(
  'a file connected and filled within an hour shows its figures next morning (Form %i, %s)',
  async (form, trouble) => {
    await using addon = await startTimedAddon(form, '2026-11-16T09:00:00Z');
    const { sandbox, host } = addon;
    const { live } = sandbox.keys;
    await sandbox.admin.freezeClock();
    expect(await connectFile((name, args) => host.sidebarCall(name, args), live)).toMatchObject({ ok: true });
    await addon.pass(20 * minute);
    const cells = sandbox.websites
      .slice(0, 3)
      .flatMap(({ id, domain, name }) =>
        [id, domain, name].flatMap((reference) => figures.map((figure) => [figure, reference] as const)),
      );
    const show = () =>
      Promise.all(
        cells.map(([figure, about]) => addon.cell(figure, about).catch((error: Error) => error.message)),
      );
    const filled = await show();
    expect(filled.filter((value) => String(value).startsWith('['))).toEqual([]);

    await addon.pass(24 * hour - 20 * minute);
    await sandbox.admin.setClock(new Date(addon.now()).toISOString());
    if (trouble === 'day') await sandbox.admin.setUsage(live, { day: 100_000 });
    else await sandbox.admin.fault({ fault: 'status', status: trouble, times: 'always' });
    expect(await show()).toEqual(filled);
  },
);

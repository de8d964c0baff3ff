import { expect, test } from 'vitest';
import { forms, startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';

type Body = { days?: { date: string }[] };

test.each(forms)(
  'Form %i: after one full window, a new website costs one request without a retry in another dialect',
  async (form) => {
    await using addon = await startLocalAddon(form);
    const [old, ...young] = addon.sandbox.websites.slice(2, 4).map(({ id }) => id);
    const since = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    await using service = await startRelay(addon.sandbox, (path, text) => {
      if (!young.some((id) => path.includes(`/analytics?`) && path.includes(id))) return text;
      const body: Body = JSON.parse(text);
      return body.days
        ? JSON.stringify({ ...body, days: body.days.filter(({ date }) => date > since) })
        : text;
    });
    addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
    await addon.connect(addon.sandbox.keys.live);
    service.asked.length = 0;
    for (const id of [old, ...young]) {
      const days = await addon.cell('ANALYTICS', id, '30d', '', 'headers=no');
      expect(days).toHaveLength(id === old ? 30 : 20);
    }
    const asked = service.asked.filter((path) => path.includes('/analytics'));
    expect(asked).toHaveLength(2);
    const words = form === 1 ? /&from=[\d-]+&to=[\d-]+$/ : /&period=90d$/;
    for (const path of asked) expect(path).toMatch(words);
  },
);

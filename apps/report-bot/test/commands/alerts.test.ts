import { afterAll, expect, it } from 'vitest';
import { newBot } from '../support/bot.ts';

const key = `rs_live_${'0'.repeat(32)}`;
const bot = newBot({ ANSWERSHARE_API_KEY: key });
afterAll(() => bot.remove());

bot.settings(
  JSON.stringify({
    service: { url: 'http://127.0.0.1:9', key: ['$', '{ANSWERSHARE_API_KEY}'].join('') },
    smtp: { host: '127.0.0.1', port: 9, from: 'bot@example.com' },
    alerts: [
      { id: 'alarm', timezone: 'UTC', figure: 'share', below: 27.5, recipients: ['ann@example.com'] },
      {
        id: 'score',
        timezone: 'UTC',
        figure: 'authority',
        changes: 'down',
        days: 1,
        recipients: ['b@example.com'],
      },
    ],
  }),
);

it('check and list print each alert with its condition, also without a schedule', async () => {
  const { out } = await bot.run(['check']);
  expect(out).toContain('Alert alarm: share clearly below 27.5 %, again after 7 days without it');
  const listed = await bot.run(['list']);
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out).toContain(
    '  score: authority goes down clearly, again after 1 day without it, 1 recipient',
  );
});

it('start keeps running for alerts alone', async () => {
  const running = await bot.begin(['start', '--now', '2026-11-23T01:00:00Z']);
  await running.says('Started with 0 schedules and 2 alerts.');
  await running.says('Nothing waits.');
  running.child.kill('SIGTERM');
  expect(await running.finished).toMatchObject({ code: 0 });
});

it('run checks alerts of settings without a schedule', async () => {
  expect(await bot.run(['run'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing is due and nothing waits.'),
  });
});

import { findStatedWindow } from '@answershare/core';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunEvent, runDigests } from '../../src/delivery/run-digests.ts';
import { listWeekDates, nextWeek } from '../../src/schedule/iso-week.ts';
import { parseSettings } from '../../src/settings/settings.ts';
import { saveSnapshot } from '../../src/store/snapshots.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { teamKey } from '../../src/store/website-lists.ts';
import { createLedgerDatabase } from '../support/ledgers.ts';
import { openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

/** Its share falls from 44 to 28 % in ten weeks. */
const falling = 'harborandpine.example';
const level = ['cobaltledger.example', 'meadowclinic.example', 'atlasfreight.example'];
const domains = [falling, ...level];
const weeks = ['2026-W37'];
while (weeks.length < 11) weeks.push(nextWeek(weeks.at(-1) ?? ''));
const days = weeks.flatMap((week) => listWeekDates(week));
const noSignal = new AbortController().signal;

interface Body {
  readonly shareOfVoice: number;
  readonly mentions: number;
  readonly totalMentions: number;
  readonly competitors: readonly { name: string; domain: string; shareOfVoice: number; mentions: number }[];
}

function toFigures(text: string): string {
  const { shareOfVoice, mentions, totalMentions, competitors } = JSON.parse(text) as Body;
  return JSON.stringify({
    shareOfVoice: shareOfVoice / 100,
    mentions,
    totalMentions,
    competitors: competitors.map((one) => ({ ...one, share: one.shareOfVoice / 100 })),
  });
}

describe('alerts on the sandbox, checked after each daily snapshot', () => {
  let sandbox: RunningSandbox;
  let answers: { readonly id: string; readonly day: string; readonly text: string }[] = [];
  let websites: readonly { readonly id: string; readonly domain: string; readonly name: string | null }[] =
    [];
  let store: Store;
  let smtpServer: TestSmtpServer;

  beforeAll(async () => {
    sandbox = await startSandbox({ form: 1, now: `${days[0]}T06:00:00Z` });
    websites = sandbox.websites;
    const wanted = sandbox.websites.filter(({ domain }) => domains.includes(domain));
    answers = [];
    for (const day of days) {
      await sandbox.admin.setClock(`${day}T06:00:00Z`);
      for (const { id } of wanted) {
        const address = `${sandbox.baseUrl}/api/v1/competitors?websiteId=${id}`;
        const headers = { authorization: `Bearer ${sandbox.keys.live}` };
        const response = await sandbox.fetch(new Request(address, { headers }));
        answers.push({ id, day, text: await response.text() });
      }
    }
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    store = await openStore({ url: await createLedgerDatabase() });
    smtpServer = await openSmtpServer();
  });
  afterEach(async () => {
    await store.close();
    await smtpServer.close();
  });

  /** Takes each day's snapshot and runs the bot twice after it. Returns the days on which a mail was composed. */
  async function live(alert: object): Promise<readonly string[]> {
    const alerts = [{ id: 'alarm', timezone: 'UTC', recipients: ['ann@example.com'], ...alert }];
    const smtp = { host: '127.0.0.1', port: smtpServer.port, from: 'bot@example.com', requireTls: false };
    const service = { url: sandbox.baseUrl, key: ['$', '{KEY}'].join('') };
    const settings = parseSettings('answershare.yaml', JSON.stringify({ service, smtp, alerts }), {
      KEY: sandbox.keys.live,
    });
    const composed: string[] = [];
    const report = (event: RunEvent): void => {
      if (event.type === 'composed') composed.push(event.week);
      if (event.type === 'held') throw new Error(event.reason);
    };
    for (const day of days) {
      const taken_at = new Date(`${day}T06:00:00Z`);
      const row = { day, taken_at, form: '1', failure: null } as const;
      await saveSnapshot(store.db, {
        ...row,
        website_id: teamKey,
        endpoint: 'websites',
        raw: null,
        parsed: JSON.stringify(websites),
      });
      for (const { id, text } of answers.filter((one) => one.day === day))
        await saveSnapshot(store.db, {
          ...row,
          website_id: id,
          endpoint: 'competitors',
          raw: text,
          parsed: toFigures(text),
          window_days: findStatedWindow(JSON.parse(text)),
        });
      for (const minutes of [5, 6]) {
        const now = taken_at.getTime() + minutes * 60_000;
        const pass = { schedules: [], alerts: settings.alerts, mail: settings.mail, now, week: null };
        const shutdown = { ended: noSignal, late: noSignal };
        await runDigests(store, { ...pass, impatient: false, clock: () => now, shutdown }, report);
      }
    }
    return composed;
  }

  it('mails a falling brand once, not each day, and never a level one', async () => {
    const composed = await live({ figure: 'share', changes: 'any', websites: domains });
    expect(composed).toHaveLength(1);
    const [mail] = smtpServer.received;
    expect(smtpServer.received).toHaveLength(1);
    expect(mail?.mail.subject).toContain('▼ Harbor');
    expect(mail?.mail.text).toContain('alert: Share of voice, clear change');
    expect(mail?.mail.text?.replace(/\s+/g, ' ')).toContain(
      'ann@example.com is a recipient of the alert “alarm”',
    );
    for (const domain of level) expect(mail?.raw).not.toContain(domain);
  });

  it('mails once when the share has clearly fallen below a threshold', async () => {
    const composed = await live({ figure: 'share', below: 35, websites: [falling], attach: ['csv'] });
    expect(composed).toHaveLength(1);
    const text = smtpServer.received[0]?.mail.text ?? '';
    expect(text).toContain('alert: Share of voice below 35%');
    expect(text).toMatch(/34\.\d%/);
    const [csv] = (smtpServer.received[0]?.mail.attachments ?? []).filter(
      ({ disposition }) => disposition === 'attachment',
    );
    expect(csv?.filename).toBe(`answershare-alarm-${composed[0]}.csv`);
    expect(Buffer.from(csv?.content as ArrayBuffer).toString('utf8')).toContain(`,"${falling}/share",`);
  });
});

import { findStatedWindow } from '@answershare/core';
import { startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import type { SiteSnapshot } from '../../src/digest/site-days.ts';
import { computeSiteSeries, type SiteDigest } from '../../src/digest/site-digest.ts';
import { listWeekDates, nextWeek } from '../../src/schedule/iso-week.ts';

/** The sandbox's body with its default switches. */
interface Body {
  readonly shareOfVoice: number;
  readonly mentions: number;
  readonly totalMentions: number;
  readonly competitors: readonly { name: string; domain: string; shareOfVoice: number; mentions: number }[];
}

const website = { id: '', name: null, domain: 'harborandpine.example' };
/** The week from 7 September 2026 and ten later ones. */
const weeks = ['2026-W37'];
while (weeks.length < 11) weeks.push(nextWeek(weeks.at(-1) ?? ''));

function toSnapshot(takenAt: number, text: string): SiteSnapshot {
  const body = JSON.parse(text) as Body;
  const window = findStatedWindow(body);
  const { shareOfVoice, mentions, totalMentions, competitors } = body;
  return {
    takenAt,
    authority: null,
    competitors: {
      shareOfVoice: shareOfVoice / 100,
      mentions,
      totalMentions,
      competitors: competitors.map((one) => ({ ...one, share: one.shareOfVoice / 100 })),
    },
    citations: null,
    analytics: null,
    failures: [],
    windows: window === null ? {} : { competitors: window },
  };
}

describe("the sandbox's falling brand, read once a day from its first week on", () => {
  let mails: SiteDigest[] = [];
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const sandbox = await startSandbox({ form: 1, now: '2026-09-07T06:00:00Z' });
    closing.push(() => sandbox.close());
    const id = sandbox.websites.find(({ domain }) => domain === website.domain)?.id ?? '';
    const snapshots: SiteSnapshot[] = [];
    for (const day of weeks.flatMap(listWeekDates)) {
      const now = `${day}T06:00:00Z`;
      await sandbox.admin.setClock(now);
      const request = new Request(`${sandbox.baseUrl}/api/v1/competitors?websiteId=${id}`, {
        headers: { authorization: `Bearer ${sandbox.keys.live}` },
      });
      const response = await sandbox.fetch(request);
      expect(response.status).toBe(200);
      snapshots.push(toSnapshot(Date.parse(now), await response.text()));
    }
    mails = weeks.flatMap((week, at) => {
      const known = snapshots.slice(0, 7 * (at + 1));
      const sites = [computeSiteSeries(website, known, week, 'UTC')];
      const schedule = { id: 'monday', title: null, timezone: 'UTC' };
      return buildDigest({ schedule, week, sites, generatedAt: 0 }).sites;
    });
  }, 60_000);

  afterAll(async () => {
    for (const close of closing) await close();
  });

  it('falls from above 40 % to below 30 %', () => {
    expect(mails[0]?.share.level?.value).toBeGreaterThan(0.4);
    expect(mails.at(-1)?.share.level?.value).toBeLessThan(0.3);
  });

  it('is reported as falling by the sixth mail and in each later one', () => {
    const directions = mails.map(({ share }) => share.direction);
    expect(directions.slice(5)).toEqual(directions.slice(5).map(() => 'down'));
  });

  it('is compared with the week that shares no day, five weeks before, and with the week before', () => {
    const { share } = mails.at(-1) ?? {};
    expect(share?.apart.value).toBe(5);
    expect(share?.before?.value).toBeCloseTo(mails.at(-6)?.share.level?.value ?? 0, 12);
    expect(share?.lastWeek?.level.value).toBeCloseTo(mails.at(-2)?.share.level?.value ?? 0, 12);
  });

  it('is down for the tenth week in the last mail, by the points since 7 September', () => {
    const { run, level } = mails.at(-1)?.share ?? {};
    expect(run).toMatchObject({ direction: 'down', weeks: { value: 10 }, since: '2026-09-07' });
    const fall = 100 * ((level?.value ?? 0) - (mails[0]?.share.level?.value ?? 0));
    expect(run?.delta.value).toBeCloseTo(fall, 9);
    expect(run?.delta.value).toBeLessThan(-12);
  });

  it('has a trend, so no mail dates a step in its last weeks', () => {
    expect(mails.slice(-3).map(({ share }) => share.step)).toEqual([null, null, null]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KillPoint, runWithKills } from '../test/support/killed-run.ts';
import { engines, openLedgers } from '../test/support/ledgers.ts';
import { services } from '../test/support/mail-service.ts';

const websites = 6;
const people = Array.from({ length: 8 }, (_, index) => `person-${index}@example.com`);

/** Five kills on each of eight Mondays: some while it collects, some at each step of a mail. */
const mondays: readonly (readonly KillPoint[])[] = Array.from({ length: 8 }, (_, index) => {
  const steps = (['rcpt', 'body', 'dot', '250'] as const).map((at, step) => ({
    at,
    nth: 1 + ((index + step) % 2),
  }));
  const asking = [1, 2, 3].map((nth) => ({ at: 'request', nth: 1 + ((nth + index) % 3) }) as const);
  const [first, second, third] = asking;
  const [one, other] = [steps[index % 4], steps[(index + 1) % 4]];
  return [first, one, second, other, third].filter((point) => point !== undefined);
});

describe.each(engines)('40 kills of start on %s', (engine) => {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  beforeAll(async () => {
    ledgers = await openLedgers(engine, { websites, form: '2' });
  });
  afterAll(() => ledgers.close());

  test('no mail is lost or sent twice, and no question of a day stays open', async () => {
    const sum = { kills: 0, mails: 0, lost: 0, twice: 0, open: 0, uncertain: 0, repeated: 0 };
    for (const points of mondays) {
      const found = await runWithKills(ledgers, websites, people, points);
      sum.kills += found.kills;
      sum.mails += found.sent + found.uncertain;
      sum.lost += found.lost;
      sum.twice += found.twice;
      sum.open += found.open;
      sum.uncertain += found.uncertain;
      sum.repeated += found.repeated;
    }
    console.log(`${engine}: ${JSON.stringify(sum)}`);
    expect(sum).toMatchObject({ kills: 40, mails: 8 * people.length, lost: 0, twice: 0, open: 0 });
    // Twelve of the kills come between a first byte and the record of the answer, with four mails under way at most.
    expect(sum.uncertain).toBeLessThanOrEqual(12 * 4);
    expect(sum.repeated).toBeLessThanOrEqual(sum.kills);
  });

  test.each(services)(
    'nor with %s; one that recognises repeats leaves none uncertain, one that finds mails none that arrived',
    async (service) => {
      const sum = { kills: 0, mails: 0, lost: 0, twice: 0, uncertain: 0, arrived: 0 };
      const single = (['asked', 'accepted', 'answered', 'accepted'] as const).map((at) => ({ at, nth: 1 }));
      for (let monday = 0; monday < 8; monday += 1) {
        const turned = [...single.slice(monday % 4), ...single.slice(0, monday % 4)];
        // Each of the four had one mail, so that four are left for the last one, three of them at once.
        const points = [...turned, { at: 'asked', nth: 3 }] as const;
        const found = await runWithKills(ledgers, websites, people, points, service);
        sum.kills += found.kills;
        sum.mails += found.sent + found.uncertain;
        sum.lost += found.lost;
        sum.twice += found.twice;
        sum.uncertain += found.uncertain;
        sum.arrived += found.arrived;
      }
      console.log(`${engine}, ${service}: ${JSON.stringify(sum)}`);
      expect(sum).toMatchObject({ mails: 8 * people.length, lost: 0, twice: 0 });
      expect(sum.kills).toBe(40);
      if (service === 'resend') expect(sum.uncertain).toBe(0);
      if (service === 'postmark') expect(sum.arrived).toBe(0);
    },
  );
});

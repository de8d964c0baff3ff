import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runWithKills } from '../support/killed-run.ts';
import { openLedgers } from '../support/ledgers.ts';

const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com'];

describe('start, killed with SIGKILL while it collects and while it sends', () => {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  beforeAll(async () => {
    ledgers = await openLedgers('postgres', { websites: 2, form: '2' });
  });
  afterAll(() => ledgers.close());

  test('loses no mail, sends none twice, and leaves no question of the day open', async () => {
    const points = [
      { at: 'request', nth: 3 },
      { at: 'dot', nth: 1 },
    ] as const;
    const { repeated, ...found } = await runWithKills(ledgers, 2, people, points);
    expect(found).toEqual({ kills: 2, sent: 2, uncertain: 1, arrived: 1, lost: 0, twice: 0, open: 0 });
    expect(repeated).toBeLessThanOrEqual(2);
  });

  test('loses no mail with Resend, sends none twice, and leaves none uncertain', async () => {
    const points = [
      { at: 'asked', nth: 1 },
      { at: 'accepted', nth: 1 },
      { at: 'answered', nth: 1 },
    ] as const;
    const found = await runWithKills(ledgers, 2, people, points, 'resend');
    expect(found).toMatchObject({ kills: 3, sent: 3, uncertain: 0, lost: 0, twice: 0, open: 0 });
  });
});

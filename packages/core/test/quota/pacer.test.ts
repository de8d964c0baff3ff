import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeDelay,
  onResponse,
  onSend,
  type Pacer,
  pausePacer,
  resumePacer,
  startingPacer,
} from '../../src/quota/pacer.ts';

const rate = (limit: number | null, remaining: number | null, resetAt: number | null = null) => ({
  limit,
  remaining,
  resetAt,
  unit: null,
  sure: true,
});

const sending = (count: number, from: Pacer, now = 0): Pacer =>
  Array.from({ length: count }).reduce<Pacer>((pacer) => onSend(pacer, now), from);

describe('the minute of a pacer', () => {
  it('starts with its first request and counts those that follow', () => {
    const pacer = onSend(onSend(startingPacer(60), 5_000), 7_000);
    expect(pacer).toMatchObject({ sent: 2, inFlight: 2, since: 5_000, endsAt: 65_000, answered: false });
  });

  it('follows its answers', () => {
    const pacer = onResponse(sending(2, startingPacer(null), 5_000), rate(60, 49, 45_000), 5_000, 5_100);
    const counts = { limit: 60, sent: 2, others: 9, inFlight: 1, carriedOver: 0, maxInFlight: 10 };
    expect(pacer).toEqual({ ...counts, since: 5_000, endsAt: 45_000, pausedUntil: 0, answered: true });
  });

  it('is not shortened by an answer without headers', () => {
    const before = onResponse(sending(2, startingPacer(60)), rate(60, 40, 45_000), 0, 10);
    expect(onResponse(before, rate(null, null), 0, 20)).toEqual({ ...before, inFlight: 0 });
  });

  it('ends a minute after its first request at the latest, earlier if the service states so', () => {
    const pacer = onSend(startingPacer(60), 0);
    expect(onResponse(pacer, rate(60, 59, 75_000), 0, 10).endsAt).toBe(60_000);
    expect(onResponse(pacer, rate(60, 59, 30_000), 0, 10).endsAt).toBe(30_000);
  });

  it('ignores a request without an answer, which is no longer under way', () => {
    const pacer = sending(2, startingPacer(60));
    expect(onResponse(pacer, null, 0, 10)).toEqual({ ...pacer, inFlight: 1 });
    expect(onResponse(startingPacer(60), null, 0, 10).inFlight).toBe(0);
  });

  it('rolls over at its end and counts only requests under way', () => {
    const old = onResponse(sending(5, startingPacer(60)), rate(60, 30), 0, 10);
    expect(onSend(old, 59_999)).toMatchObject({ sent: 6, inFlight: 5, others: 25, since: 0 });
    const counts = { limit: 60, sent: 5, others: 0, inFlight: 5, carriedOver: 4, maxInFlight: 10 };
    const times = { since: 60_000, endsAt: 120_000, pausedUntil: 0, answered: false };
    expect(onSend(old, 60_000)).toEqual({ ...counts, ...times });
  });

  it('remains the old one for an answer that comes after its end', () => {
    const pacer = onResponse(sending(2, startingPacer(60)), rate(90, 10, 80_000), 0, 60_000);
    expect(pacer).toMatchObject({ limit: 90, sent: 1, others: 0, endsAt: null, answered: false });
  });

  it('has a limit of at least one more than is left, if none is stated', () => {
    const first = onResponse(sending(3, startingPacer(null)), rate(null, 19), 0, 10);
    expect(first).toMatchObject({ limit: 20, answered: true });
    expect(onResponse(first, rate(null, 17), 0, 20).limit).toBe(20);
    expect(onResponse(first, rate(null, 25), 0, 20).limit).toBe(26);
    expect(onResponse(first, rate(30, 25), 0, 20).limit).toBe(30);
  });

  it('has no limit if no answer stated one', () => {
    expect(onResponse(sending(3, startingPacer(null)), rate(null, null), 0, 10).limit).toBeNull();
    expect(onResponse(sending(3, startingPacer(60)), rate(null, null), 0, 10).limit).toBe(60);
  });

  it('has the last stated limit, also a lower one', () => {
    const pacer = sending(2, startingPacer(300));
    expect(onResponse(pacer, rate(60, 58), 0, 10)).toMatchObject({ limit: 60, others: 0 });
  });

  it('counts others by the highest stated figure', () => {
    const first = onResponse(sending(3, startingPacer(60)), rate(60, 40), 0, 10);
    expect(first.others).toBe(17);
    expect(onResponse(first, rate(60, 50), 0, 20).others).toBe(17);
    expect(onResponse(first, rate(60, 30), 0, 20).others).toBe(27);
  });

  it('begins with an answer that states a later end and what is left, though it was sent in the old one', () => {
    const before = onResponse(sending(3, startingPacer(5)), rate(5, 4, 2_400), 0, 600);
    expect(before).toMatchObject({ sent: 3, inFlight: 2, endsAt: 2_400, answered: true });
    const begun = onResponse(before, rate(5, 1, 62_000), 0, 2_000);
    expect(begun).toMatchObject({
      sent: 2,
      others: 2,
      inFlight: 1,
      since: 0,
      endsAt: 62_000,
      answered: true,
    });
    const late = onResponse(before, rate(5, 0, 62_000), 0, 2_500);
    expect(late).toMatchObject({ sent: 2, others: 3, endsAt: 62_000 });
    expect(computeDelay(late, 2_500)).toBe(59_550);
    expect(onResponse(before, rate(5, 1, 99_000), 0, 2_000).endsAt).toBe(62_000);
  });

  it('is the old one if the later end is rounding, is ambiguous, or states nothing left', () => {
    const before = onResponse(sending(3, startingPacer(5)), rate(5, 4, 2_400), 0, 600);
    const old = { sent: 3, endsAt: 2_400 };
    expect(onResponse(before, rate(5, 3, 4_400), 0, 2_000)).toMatchObject(old);
    expect(onResponse(before, rate(5, 3, 4_401), 0, 2_000)).toMatchObject({ sent: 2, endsAt: 4_401 });
    expect(onResponse(before, { ...rate(5, 3, 62_000), sure: false }, 0, 2_000)).toMatchObject(old);
    expect(onResponse(before, rate(5, null, 62_000), 0, 2_000)).toMatchObject(old);
    expect(onResponse(before, rate(5, 3), 0, 2_000)).toMatchObject(old);
    expect(onResponse(before, null, 0, 2_000)).toMatchObject(old);
  });

  it('follows an answer to the first request of the new minute', () => {
    const pacer = onSend(sending(1, startingPacer(60)), 60_000);
    expect(onResponse(pacer, rate(60, 40), 60_000, 60_010)).toMatchObject({ others: 18, answered: true });
  });
});

describe('a pause of a pacer', () => {
  it('leaves no request until the stated instant', () => {
    const pacer = pausePacer(onSend(startingPacer(300), 0), 9_000);
    expect(pacer).toMatchObject({ limit: 300, sent: 1, others: 300, endsAt: 9_000, answered: true });
    expect(computeDelay(pacer, 8_999)).toBe(51);
    expect(computeDelay(pacer, 9_000)).toBe(0);
  });

  it('lets one request test the limit when it is over', () => {
    const over = onSend(pausePacer(onSend(startingPacer(300), 0), 9_000), 9_000);
    expect(computeDelay(over, 9_000)).toBe(50);
    expect(computeDelay(onResponse(over, rate(300, 200), 9_000, 9_100), 9_100)).toBe(0);
    expect(computeDelay(onResponse(over, rate(300, 1), 9_000, 9_100), 9_100)).toBeGreaterThan(59_000);
    expect(computeDelay(onResponse(over, null, 9_000, 9_100), 9_100)).toBe(0);
  });

  it('also stops a client without a known limit, with the limit of the smallest plan', () => {
    expect(pausePacer(startingPacer(null), 9_000)).toMatchObject({ limit: null, others: 60, endsAt: 9_000 });
    expect(computeDelay(pausePacer(startingPacer(null), 9_000), 0)).toBe(9_050);
  });

  it('holds despite an earlier reset, a shorter refusal, or the end of a wait', () => {
    const asked = pausePacer(sending(2, startingPacer(60)), 40_000);
    expect(computeDelay(onResponse(asked, rate(60, 50, 10_000), 0, 100), 20_000)).toBe(20_050);
    expect(computeDelay(pausePacer(asked, 9_000), 20_000)).toBe(20_050);
    expect(computeDelay(resumePacer(asked, 9_000), 20_000)).toBe(20_050);
  });

  it('ends if the clock is set back by more than a minute', () => {
    const asked = pausePacer(onSend(startingPacer(300), 600_000), 900_000);
    expect(computeDelay(asked, 540_000)).toBe(360_050);
    expect(computeDelay(asked, 539_999)).toBe(0);
    expect(onSend(asked, 539_999)).toMatchObject({ sent: 2, others: 0, since: 539_999, pausedUntil: 0 });
  });

  it('keeps the count of other users', () => {
    const busy = onResponse(onSend(startingPacer(60), 0), rate(200, 10), 0, 1);
    expect(pausePacer({ ...busy, limit: 60 }, 9_000).others).toBe(189);
  });

  it('begins a new window with the requests under way', () => {
    expect(resumePacer(pausePacer(sending(4, startingPacer(60)), 9_000), 9_000)).toEqual({
      ...{ limit: 60, sent: 4, others: 0, inFlight: 4, carriedOver: 4, maxInFlight: 1 },
      ...{ since: 0, endsAt: null, pausedUntil: 0, answered: false },
    });
  });
});

describe('the pace of a minute', () => {
  it('restarts if the clock was set back by more than a minute', () => {
    const full = sending(54, startingPacer(60), 3_600_000);
    const answered = onResponse(full, rate(60, 6), 3_600_000, 3_600_100);
    expect(computeDelay(answered, 3_540_000)).toBe(120_050);
    expect(computeDelay(answered, 3_539_999)).toBe(0);
    expect(computeDelay(resumePacer(answered, 3_660_000), 3_000_000)).toBe(0);
  });

  it('allows ten requests before the first answer', () => {
    let pacer = startingPacer(null);
    for (let sent = 0; sent < 10; sent++) {
      expect(computeDelay(pacer, 0)).toBe(0);
      pacer = onSend(pacer, 0);
    }
    expect(computeDelay(pacer, 0)).toBe(50);
    expect(computeDelay(onResponse(pacer, null, 0, 1), 1)).toBe(0);
    expect(computeDelay(onResponse(pacer, rate(60, 59), 0, 1), 1)).toBe(0);
  });

  it('is seeded by a plan, less a tenth', () => {
    let pacer = startingPacer(60);
    for (let sent = 0; sent < 54; sent++) {
      expect(computeDelay(pacer, 0)).toBe(0);
      pacer = onResponse(onSend(pacer, 0), null, 0, 0);
    }
    expect(computeDelay(pacer, 0)).toBe(60_050);
    expect(computeDelay(pacer, 60_000)).toBe(0);
  });

  it('is that of the smallest plan without any header', () => {
    let pacer = onResponse(onSend(startingPacer(null), 0), rate(null, null), 0, 0);
    for (let sent = 1; sent < 54; sent++) pacer = onSend(pacer, 0);
    expect(computeDelay(pacer, 0)).toBeGreaterThan(59_000);
  });

  it('counts no other users for answers out of order', () => {
    let pacer = startingPacer(60);
    for (let sent = 0; sent < 10; sent++) pacer = onSend(pacer, 0);
    for (const left of [50, 59, 55, 51]) pacer = onResponse(pacer, rate(60, left), 0, 1);
    expect(pacer.others).toBe(0);
  });

  it('ignores an answer of an earlier window', () => {
    let pacer = onSend(startingPacer(60), 0);
    pacer = onSend(pacer, 61_000);
    expect(onResponse(pacer, rate(60, 0, 62_000), 0, 61_100)).toMatchObject({ others: 0, endsAt: 121_000 });
  });

  it('checks every 50 ms while the first answer is under way', () => {
    const pacer = sending(10, startingPacer(60));
    expect(computeDelay(sending(9, startingPacer(60)), 0)).toBe(0);
    expect(computeDelay(pacer, 0)).toBe(50);
    expect(computeDelay(onResponse(pacer, rate(60, 2, 30_000), 0, 10), 10)).toBe(30_040);
  });

  it('checks again if all allowed requests are under way, because an answer states the end of the window', () => {
    expect(computeDelay(sending(5, startingPacer(5)), 0)).toBe(50);
    expect(computeDelay(sending(60, { ...startingPacer(60), maxInFlight: 100 }), 0)).toBe(50);
  });

  it('allows one request after a used-up window, ten after any other', () => {
    const after = (sent: number, limit: number): number =>
      resumePacer(onResponse(sending(sent, startingPacer(limit)), rate(limit, limit - sent), 0, 1), 60_000)
        .maxInFlight;
    expect([after(53, 60), after(54, 60), after(55, 60)]).toEqual([10, 1, 1]);
    expect([after(60, 300), after(269, 300), after(270, 300)]).toEqual([10, 10, 1]);
  });

  it('waits to the end of the window with a margin of 50 ms', () => {
    const pacer = onResponse(sending(54, startingPacer(60)), rate(60, 6), 0, 10);
    expect(computeDelay(pacer, 10)).toBe(60_040);
    expect(computeDelay(pacer, 59_999)).toBe(51);
  });

  it('waits a minute if a window without a request of ours is full', () => {
    const pacer = { ...startingPacer(60), others: 60, answered: true };
    expect(computeDelay(pacer, 1_000)).toBe(60_050);
  });

  it.each([
    [1, 1],
    [9, 9],
    [10, 9],
    [19, 18],
    [60, 54],
    [300, 270],
  ])('allows of a limit of %i %i requests', (limit, most) => {
    const alone = (sent: number): Pacer => ({
      ...startingPacer(limit),
      sent,
      endsAt: 60_000,
      pausedUntil: 0,
      answered: true,
    });
    expect(computeDelay(alone(most - 1), 0)).toBe(0);
    expect(computeDelay(alone(most), 0)).toBe(60_050);
  });

  it('shares the limit with other users', () => {
    const shared = (sent: number, others: number): Pacer => ({
      ...startingPacer(60),
      sent,
      others,
      endsAt: 60_000,
      pausedUntil: 0,
      answered: true,
    });
    expect(computeDelay(shared(13, 40), 0)).toBe(0);
    expect(computeDelay(shared(14, 40), 0)).toBe(60_050);
  });

  it('ends no minute by a reset in the past', () => {
    const pacer = onResponse(onSend(startingPacer(60), 0), rate(60, 3, 5), 0, 10);
    expect(pacer).toMatchObject({ endsAt: 60_000, others: 56 });
    expect(onResponse(onSend(startingPacer(60), 0), rate(60, 3, 10), 0, 10).endsAt).toBe(60_000);
    expect(onResponse(onSend(startingPacer(60), 0), rate(60, 3, 11), 0, 10).endsAt).toBe(11);
  });

  it('ignores requests under way from the last minute', () => {
    const pacer = resumePacer(onResponse(sending(3, startingPacer(60)), rate(60, 57), 0, 1), 60_000);
    expect(pacer).toMatchObject({ sent: 2, carriedOver: 2, inFlight: 2 });
    expect(computeDelay(pacer, 60_000)).toBe(0);
    expect(onResponse(pacer, null, 0, 60_001)).toMatchObject({ inFlight: 1, carriedOver: 1 });
    const landed = onResponse(onSend(pacer, 60_000), rate(60, 0), 0, 60_001);
    expect(landed).toMatchObject({ inFlight: 2, carriedOver: 1, answered: false, others: 0 });
  });

  it('is not zero for a stated limit of 0', () => {
    const pacer = onResponse(sending(1, startingPacer(null)), rate(0, 0), 0, 100);
    expect(pacer).toMatchObject({ limit: null, others: 0, answered: true });
    expect(computeDelay(pacer, 100)).toBe(0);
    expect(onResponse(sending(1, startingPacer(300)), rate(0, 250), 0, 100).limit).toBe(300);
  });

  it('never exceeds the limit less a tenth in a window, whatever the answers state', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 9_000 }), left: fc.option(fc.nat(80)) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), fc.array(step, { maxLength: 120 }), (limit, steps) => {
        let pacer = startingPacer(limit);
        let now = 0;
        let gone = 0;
        for (const { wait, left } of steps) {
          now += wait;
          if (computeDelay(pacer, now) === 0) {
            pacer = onSend(pacer, now);
            if (pacer.sent === 1) gone = 0;
            gone += 1;
            pacer = onResponse(pacer, rate(limit, left === null ? null : Math.min(left, limit)), now, now);
          }
          expect(gone).toBeLessThanOrEqual(Math.max(1, limit - Math.floor(limit / 10)));
        }
      }),
      { numRuns: 500 },
    );
  });
});

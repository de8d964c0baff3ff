import { expect } from 'vitest';
import { pathFor, refusal } from '../started.ts';
import { alternatives, type Sight } from './alternatives.ts';

const WEBSITES = '/api/v1/websites';

async function status({ ask }: Sight, path = WEBSITES): Promise<number> {
  return (await ask(path)).status;
}

/** Seconds to wait as a refused call tells them. */
async function wait({ ask }: Sight): Promise<number> {
  const response = await ask(WEBSITES);
  expect(response.status).toBe(429);
  return Number(response.headers.get('retry-after'));
}

async function remaining({ ask }: Sight, key?: string): Promise<number> {
  const response = await ask(WEBSITES, key === undefined ? {} : { key });
  return Number(response.headers.get('x-ratelimit-remaining'));
}

/** Uses up the day at 09:00 UTC and tells how long a refused call waits. */
async function dayEnds(see: Sight, seconds: number): Promise<void> {
  await see.sandbox.admin.setUsage('live', { day: 1000 });
  expect(await wait(see)).toBe(seconds);
  await see.sandbox.admin.advanceClock(seconds * 1000 - 1);
  expect(await wait(see)).toBe(1);
  await see.sandbox.admin.advanceClock(1);
  expect(await status(see)).toBe(200);
}

alternatives('dayReset', 1, {
  utc: (see) => dayEnds(see, 15 * 3600),
  rolling: (see) => dayEnds(see, 24 * 3600),
  'team-zone': (see) => dayEnds(see, 3600),
});

/** 200 calls at second 10, 100 at second 40: how many are left then and at seconds 60, 70.5 and 101. */
async function minute(see: Sight): Promise<number[]> {
  const { admin } = see.sandbox;
  await admin.setUsage('live', { minute: 0 });
  await admin.advanceClock(10_000);
  for (let i = 0; i < 200; i++) await see.ask(WEBSITES);
  await admin.advanceClock(30_000);
  for (let i = 0; i < 99; i++) await see.ask(WEBSITES);
  const left = [await remaining(see)];
  for (const step of [20_000, 10_500, 30_500]) {
    await admin.advanceClock(step);
    left.push(await remaining(see));
  }
  return left;
}

alternatives('minuteWindow', 1, {
  clock: async (see) => expect(await minute(see)).toEqual([0, 299, 298, 297]),
  'first-call': async (see) => expect(await minute(see)).toEqual([0, 0, 299, 298]),
  sliding: async (see) => expect(await minute(see)).toEqual([0, 0, 199, 298]),
  'token-bucket': async (see) => expect(await minute(see)).toEqual([150, 249, 299, 299]),
});

/** What is left after a 404, a 429 and a revoked key's two 401. */
async function counting(see: Sight): Promise<{ after404: number; revoked: number[] }> {
  await see.ask(pathFor(see.sandbox, 'authority').slice(0, -1));
  const after404 = await remaining(see);
  const { revoked } = see.sandbox.keys;
  return { after404, revoked: [await remaining(see, revoked), await remaining(see, revoked)] };
}

/** What is left in a sliding minute when a refused call was made in it and the others have left it. */
async function afterRefusal(see: Sight): Promise<number> {
  const { admin } = see.sandbox;
  await admin.setQuirks({ minuteWindow: 'sliding' });
  await admin.setUsage('live', { minute: 300 });
  await admin.advanceClock(30_000);
  expect(await wait(see)).toBe(30);
  await admin.advanceClock(30_000);
  return remaining(see);
}

alternatives('countedAnswers', 1, {
  async authenticated(see) {
    expect(await counting(see)).toEqual({ after404: 298, revoked: [300, 300] });
    expect(await afterRefusal(see)).toBe(299);
  },
  async 'only-2xx'(see) {
    expect(await counting(see)).toEqual({ after404: 299, revoked: [300, 300] });
    await see.sandbox.admin.fault({ fault: 'status' });
    expect(await remaining(see)).toBe(299);
    expect(await remaining(see)).toBe(298);
  },
  async all(see) {
    expect(await counting(see)).toEqual({ after404: 298, revoked: [299, 298] });
    expect(await afterRefusal(see)).toBe(298);
  },
});

async function reported(see: Sight): Promise<unknown> {
  await see.sandbox.admin.setUsage('live', { minute: 300, day: 1000 });
  const response = await see.ask(WEBSITES);
  return [(await refusal(response)).code, response.headers.get('retry-after')];
}

alternatives('bothLimits', 2, {
  daily: async (see) => expect(await reported(see)).toEqual(['daily_quota_exceeded', String(15 * 3600)]),
  minute: async (see) => expect(await reported(see)).toEqual(['rate_limited', '60']),
});

import { expect } from 'vitest';
import { pathFor, readError } from '../sandbox.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

const WEBSITES = '/api/v1/websites';

async function status({ call }: QuirkCaller, path = WEBSITES): Promise<number> {
  return (await call(path)).status;
}

/** The seconds to wait of a refused call. */
async function wait({ call }: QuirkCaller): Promise<number> {
  const response = await call(WEBSITES);
  expect(response.status).toBe(429);
  return Number(response.headers.get('retry-after'));
}

async function remaining({ call }: QuirkCaller, key?: string): Promise<number> {
  const response = await call(WEBSITES, key === undefined ? {} : { key });
  return Number(response.headers.get('x-ratelimit-remaining'));
}

/** Exhausts the day at 09:00 UTC; returns how long a refused call waits. */
async function dayEnds(caller: QuirkCaller, seconds: number): Promise<void> {
  await caller.sandbox.admin.setUsage('live', { day: 1000 });
  expect(await wait(caller)).toBe(seconds);
  await caller.sandbox.admin.advanceClock(seconds * 1000 - 1);
  expect(await wait(caller)).toBe(1);
  await caller.sandbox.admin.advanceClock(1);
  expect(await status(caller)).toBe(200);
}

testEachValue('dayReset', 1, {
  utc: (caller) => dayEnds(caller, 15 * 3600),
  rolling: (caller) => dayEnds(caller, 24 * 3600),
  'team-zone': (caller) => dayEnds(caller, 3600),
});

/** 200 calls at second 10, 100 at second 40: how many are left then and at seconds 60, 70.5 and 101. */
async function minute(caller: QuirkCaller): Promise<number[]> {
  const { admin } = caller.sandbox;
  await admin.setUsage('live', { minute: 0 });
  await admin.advanceClock(10_000);
  for (let i = 0; i < 200; i++) await caller.call(WEBSITES);
  await admin.advanceClock(30_000);
  for (let i = 0; i < 99; i++) await caller.call(WEBSITES);
  const left = [await remaining(caller)];
  for (const step of [20_000, 10_500, 30_500]) {
    await admin.advanceClock(step);
    left.push(await remaining(caller));
  }
  return left;
}

testEachValue('minuteWindow', 1, {
  clock: async (caller) => expect(await minute(caller)).toEqual([0, 299, 298, 297]),
  'first-call': async (caller) => expect(await minute(caller)).toEqual([0, 0, 299, 298]),
  sliding: async (caller) => expect(await minute(caller)).toEqual([0, 0, 199, 298]),
  'token-bucket': async (caller) => expect(await minute(caller)).toEqual([150, 249, 299, 299]),
});

/** What is left after a 404, a 429 and a revoked key's two 401. */
async function counting(caller: QuirkCaller): Promise<{ after404: number; revoked: number[] }> {
  await caller.call(pathFor(caller.sandbox, 'authority').slice(0, -1));
  const after404 = await remaining(caller);
  const { revoked } = caller.sandbox.keys;
  return { after404, revoked: [await remaining(caller, revoked), await remaining(caller, revoked)] };
}

/** What is left in a sliding minute when a refused call was made in it and the others have left it. */
async function afterRefusal(caller: QuirkCaller): Promise<number> {
  const { admin } = caller.sandbox;
  await admin.setQuirks({ minuteWindow: 'sliding' });
  await admin.setUsage('live', { minute: 300 });
  await admin.advanceClock(30_000);
  expect(await wait(caller)).toBe(30);
  await admin.advanceClock(30_000);
  return remaining(caller);
}

testEachValue('countedAnswers', 1, {
  async authenticated(caller) {
    expect(await counting(caller)).toEqual({ after404: 298, revoked: [300, 300] });
    expect(await afterRefusal(caller)).toBe(299);
  },
  async 'only-2xx'(caller) {
    expect(await counting(caller)).toEqual({ after404: 299, revoked: [300, 300] });
    await caller.sandbox.admin.fault({ fault: 'status' });
    expect(await remaining(caller)).toBe(299);
    expect(await remaining(caller)).toBe(298);
  },
  async all(caller) {
    expect(await counting(caller)).toEqual({ after404: 298, revoked: [299, 298] });
    expect(await afterRefusal(caller)).toBe(298);
  },
});

async function reported(caller: QuirkCaller): Promise<unknown> {
  await caller.sandbox.admin.setUsage('live', { minute: 300, day: 1000 });
  const response = await caller.call(WEBSITES);
  return [(await readError(response)).code, response.headers.get('retry-after')];
}

testEachValue('bothLimits', 2, {
  daily: async (caller) =>
    expect(await reported(caller)).toEqual(['daily_quota_exceeded', String(15 * 3600)]),
  minute: async (caller) => expect(await reported(caller)).toEqual(['rate_limited', '60']),
});

import { QUIRKS, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../../src/index.ts';
import { forms } from '../support/sandbox-client.ts';
import { clientWithQuirk, now } from './read-resources.ts';

const switches = [
  'reset',
  'limitHeader',
  'dailyUsed',
  'dailyResetUnit',
  'dailyFamily',
  'errorHeaders',
  'dayReset',
  'minuteWindow',
  'countedAnswers',
  'bothLimits',
  'retryAfter',
  'waitText',
  'quotaScope',
] as const;

const cases = switches.flatMap((name) => Object.keys(QUIRKS[name].values).map((value) => `${name}=${value}`));

/** Refusals that say less than the specification promises. */
const silent = [
  'retryAfter=absent,waitText=words',
  'retryAfter=absent,waitText=words,limitHeader=absent,reset=epoch-ms',
  'retryAfter=absent,waitText=words,reset=absent',
];

describe.each(forms)('a client at a limit, Form %i', (form) => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ form, seed: 7, now });
  });
  afterEach(() => sandbox.close());

  const statuses = async () => (await sandbox.admin.requests()).entries.map(({ status }) => status);
  const refusals = async () => (await statuses()).filter((status) => status === 429).length;

  it.each([...cases, ...silent])(
    'waits for the end of a used-up minute and then gets the answer: %s',
    async (quirk) => {
      await sandbox.admin.setUsage(sandbox.keys.live, { minute: 300 });
      const client = await clientWithQuirk(sandbox, quirk);
      const { value } = await client.websites();
      expect(value.length).toBe(sandbox.websites.length);
      const met = await refusals();
      expect(met).toBe(1);
    },
  );

  it.each(cases)('sends one request on a used-up day and then none: %s', async (quirk) => {
    await sandbox.admin.setUsage(sandbox.keys.live, { day: 1000 });
    const client = await clientWithQuirk(sandbox, quirk);
    const kinds: string[] = [];
    for (const { id } of [{ id: '' }, ...sandbox.websites, ...sandbox.websites].slice(0, 11)) {
      const asking = id === '' ? client.websites() : client.authority(id);
      await asking.then(
        () => kinds.push('answered'),
        (thrown: unknown) => {
          if (!isApiError(thrown)) throw thrown;
          kinds.push(thrown.kind);
        },
      );
    }
    const spent = (await statuses()).length;
    expect(kinds.every((kind) => kind === 'daily')).toBe(true);
    expect(spent).toBe(1);
  });
});

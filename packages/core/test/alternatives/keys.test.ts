import { type KeyLabel, QUIRKS, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../../src/index.ts';
import { forms } from '../support/sandbox-client.ts';
import { clientWithQuirk, now } from './read-resources.ts';

const switches = [
  'order',
  'testKeys',
  'freePlan',
  'scopes',
  'planLacking',
  'revocation',
  'errorHeaders',
  'unknownPath',
] as const;

const cases = switches.flatMap((name) => Object.keys(QUIRKS[name].values).map((value) => `${name}=${value}`));

const labels: readonly KeyLabel[] = [
  'live',
  'test',
  'revoked',
  'unscoped',
  'free',
  'starter',
  'growth',
  'enterprise',
];

/** What may come of a key: an answer, or one of the refusals of specification §7. */
const expected: Readonly<Record<string, readonly string[]>> = {
  live: ['answered'],
  growth: ['answered'],
  enterprise: ['answered'],
  test: ['answered'],
  revoked: ['auth.invalid'],
  unscoped: ['forbidden'],
  free: ['forbidden'],
  starter: ['answered', 'forbidden'],
};

describe.each(forms)('each key of the sandbox in Form %i', (form) => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ form, seed: 7, now });
  });
  afterEach(() => sandbox.close());

  it.each(cases)('is answered or refused by its label: %s', async (quirk) => {
    for (const label of labels) {
      const client = await clientWithQuirk(sandbox, quirk, sandbox.keys[label]);
      const faults: string[] = [];
      await sandbox.admin.resetRequests();
      for (let asked = 0; asked < 3; asked++) {
        await client.websites().then(
          () => faults.push('answered'),
          (thrown: unknown) => {
            if (!isApiError(thrown)) throw thrown;
            expect(thrown.message).not.toContain(sandbox.keys[label]);
            faults.push(thrown.kind);
          },
        );
      }
      const { total } = await sandbox.admin.requests();
      const allowed = [...(expected[label] ?? [])];
      if (quirk === 'scopes=none' && label === 'unscoped') allowed.push('answered');
      if (quirk === 'freePlan=limited' && label === 'free') allowed.push('answered');
      expect(allowed).toContain(faults[0]);
      expect(total).toBe(faults[0] === 'answered' ? 3 : 1);
    }
  });

  it('that is revoked during a run is refused once, and no further request is sent', async () => {
    const client = await clientWithQuirk(sandbox, 'revocation=mid-run');
    const kinds: string[] = [];
    for (const { id } of sandbox.websites.slice(0, 6)) {
      await client.authority(id).then(
        () => kinds.push('answered'),
        (thrown: unknown) => kinds.push(isApiError(thrown) ? thrown.kind : 'unexpected'),
      );
    }
    const answered = kinds.filter((kind) => kind === 'answered').length;
    expect(kinds.slice(answered)).toEqual(kinds.slice(answered).map(() => 'auth.invalid'));
    expect((await sandbox.admin.requests()).total).toBe(4);
  });

  it('is replaced without a lost request: create, use both, revoke the old one', async () => {
    const before = await clientWithQuirk(sandbox, '');
    const site = sandbox.websites[0]?.id ?? '';
    await before.authority(site);
    const created = await sandbox.admin.createKey({ plan: 'growth' });
    const after = await clientWithQuirk(sandbox, '', created);
    const both = await Promise.all([before.citations(site), after.citations(site)]);
    expect(both[0].value).toEqual(both[1].value);
    await sandbox.admin.revoke(sandbox.keys.live);
    expect((await after.competitors(site)).meta.status).toBe(200);
    const statuses = (await sandbox.admin.requests()).entries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toEqual([]);
    await expect(before.competitors(site)).rejects.toMatchObject({ kind: 'auth.invalid' });
  });

  it('has its own daily quota, also next to another key of the team', async () => {
    await sandbox.admin.setUsage(sandbox.keys.live, { day: 1000 });
    const [used, other] = [
      await clientWithQuirk(sandbox, ''),
      await clientWithQuirk(sandbox, '', sandbox.keys.growth),
    ];
    await expect(used.websites()).rejects.toMatchObject({ kind: 'daily' });
    expect((await other.websites()).value.map(({ id }) => id)).toEqual(sandbox.websites.map(({ id }) => id));
  });
});

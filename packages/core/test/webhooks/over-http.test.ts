import {
  listKinds,
  NAME_STYLES,
  PAYLOADS,
  type RunningSandbox,
  type SandboxEventKind,
  SCHEMES,
  type SchemeName,
  type SigningProfile,
  startSandbox,
} from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  diagnoseDelivery,
  readDelivery,
  type Verification,
  verifyDelivery,
  type WebhookDelivery,
} from '../../src/webhooks.ts';
import { forms } from '../support/sandbox-client.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { hmac, sha256 } from './sender.ts';

const start = '2026-11-21T09:00:00Z';
const clock = Date.parse(start);
const names = Object.keys(SCHEMES) as readonly SchemeName[];

/** The sandbox's words for the kinds, and ours. */
const kinds: Readonly<Record<SandboxEventKind, string>> = {
  newCitation: 'new-citation',
  backlinkVerified: 'backlink-verified',
  authorityScoreChange: 'authority-change',
  crawlComplete: 'crawl-complete',
  contentRefreshed: 'content-refreshed',
  competitorAlert: 'competitor-alert',
};

describe.each(forms)('a delivery of a sandbox of Form %i', (form) => {
  let sandbox: RunningSandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    sandbox = await startSandbox({ form, seed: 7, now: start });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await sandbox.close();
  });

  /** Subscribes and diagnoses the first delivery; `verified` sends another and verifies it by that. */
  const subscribed = async (manner: Partial<SigningProfile>) => {
    const { webhooks } = sandbox.admin;
    const { id, secret } = await webhooks.create({ url: receiver.url, manner });
    const sent = async (order: object = {}): Promise<WebhookDelivery> => {
      await webhooks.send({ kind: 'newCitation', endpoint: id, ...order });
      return receiver.taken();
    };
    const found = diagnoseDelivery(await sent(), [secret], hmac, clock);
    if (!found.ok) throw new Error(found.reason);
    const { scheme } = found;
    const verify = (delivery: WebhookDelivery, secrets = [secret]): Verification =>
      verifyDelivery(scheme, secrets, delivery, clock, hmac);
    return { id, secret, scheme, sent, verify, verified: async (order: object) => verify(await sent(order)) };
  };

  describe.each(names)('signed as %s', (name) => {
    it('is diagnosed once and then verified, with every style of names and payload', async () => {
      const { scheme, sent, verify } = await subscribed({ scheme: name });
      expect(scheme.content).toBe(SCHEMES[name].content);
      const of = listKinds(form);
      const styles = NAME_STYLES.flatMap((style) => PAYLOADS.map((payload) => ({ names: style, payload })));
      for (const [at, manner] of styles.entries()) {
        const kind = of[at % of.length] ?? 'newCitation';
        const id = `dlv_${name}_${at}`;
        const delivery = await sent({
          kind,
          id,
          manner,
          trailingNewline: at % 3 === 0,
          escaped: at % 2 === 0,
        });
        expect(verify(delivery), JSON.stringify(manner)).toMatchObject({ ok: true, secret: 0 });
        const reading = readDelivery(delivery, sha256);
        expect(reading, JSON.stringify(manner)).toMatchObject({ kind: kinds[kind], id });
        expect(reading.website).toMatch(/^ws_/);
        expect(reading.occurredAt).not.toBeNull();
      }
    });

    it('is refused with an unknown secret and by any other scheme', async () => {
      const { verified } = await subscribed({ scheme: name });
      expect(await verified({ wrongSecret: true })).toMatchObject({ ok: false, reason: 'no-match' });
      for (const other of names.filter((one) => one !== name))
        expect(await verified({ manner: { scheme: other } }), other).toMatchObject({ ok: false });
    });

    it('is verified with the old secret and the new one while both sign', async () => {
      const { id, secret, sent, verify } = await subscribed({ scheme: name });
      const fresh = await sandbox.admin.webhooks.rotate(id);
      const delivery = await sent();
      for (const secrets of [[secret], [fresh.secret], [secret, fresh.secret]])
        expect(verify(delivery, secrets)).toMatchObject({ ok: true, secret: 0 });
    });

    it('is refused if its time is more than five minutes off and the scheme has one', async () => {
      const { scheme, verified } = await subscribed({ scheme: name });
      const timed = scheme.timestamp !== null;
      expect(timed).toBe(SCHEMES[name].time !== null);
      for (const timeShift of [-300, 300]) expect(await verified({ timeShift })).toMatchObject({ ok: true });
      for (const [timeShift, reason] of [
        [-301, 'too-old'],
        [301, 'too-new'],
      ] as const)
        expect(await verified({ timeShift })).toMatchObject(timed ? { ok: false, reason } : { ok: true });
    });
  });

  it.each(['hex', 'hexUpper', 'base64', 'base64url'] as const)(
    'is verified with a signature written as %s',
    async (encoding) => {
      const { verified } = await subscribed({ encoding });
      for (let sent = 0; sent < 10; sent++) expect(await verified({})).toMatchObject({ ok: true });
    },
  );

  it.each(['header', 'body', 'both', 'none'] as const)(
    'is recognised as repeated with ids in: %s',
    async (ids) => {
      const { webhooks } = sandbox.admin;
      const { id } = await webhooks.create({ url: receiver.url, manner: { ids } });
      await webhooks.send({ kind: 'newCitation', endpoint: id, copies: 3 });
      const copies = receiver.takenAll().map((delivery) => readDelivery(delivery, sha256).id);
      expect(copies).toHaveLength(3);
      expect(new Set(copies).size).toBe(1);
    },
  );
});

import {
  type EventKind,
  kindsOf,
  type Manner,
  NAME_STYLES,
  PAYLOADS,
  type RunningSandbox,
  SCHEMES,
  type SchemeName,
  startSandbox,
} from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Delivery,
  diagnose,
  readDelivery,
  type SignatureScheme,
  type Verification,
  verifyDelivery,
} from '../../src/index.ts';
import { forms } from '../forms.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { hmac, sha256 } from './sender.ts';

const start = '2026-11-21T09:00:00Z';
const clock = Date.parse(start);
const names = Object.keys(SCHEMES) as readonly SchemeName[];

/** The sandbox's words for the kinds, and ours. */
const kinds: Readonly<Record<EventKind, string>> = {
  newCitation: 'new-citation',
  backlinkVerified: 'backlink-verified',
  authorityScoreChange: 'authority-change',
  crawlComplete: 'crawl-complete',
  contentRefreshed: 'content-refreshed',
  competitorAlert: 'competitor-alert',
};

function pinned(delivery: Delivery, secret: string, at = clock): SignatureScheme {
  const found = diagnose(delivery, [secret], hmac, at);
  if (!found.ok) throw new Error(found.reason);
  return found.scheme;
}

describe.each(forms)('a sandbox of Form %i', (form) => {
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

  const subscribed = async (manner: Partial<Manner>): Promise<{ id: string; secret: string }> =>
    sandbox.admin.webhooks.create({ url: receiver.url, manner });

  describe.each(names)('signing as %s', (scheme) => {
    it('is diagnosed once and verified by that from then on, in every style of names and payload', async () => {
      const { webhooks } = sandbox.admin;
      const { id, secret } = await subscribed({ scheme });
      await webhooks.send({ kind: 'newCitation', endpoint: id });
      const found = pinned(receiver.taken(), secret);
      expect(found.content).toBe(SCHEMES[scheme].content);
      let sent = 0;
      for (const style of NAME_STYLES) {
        for (const payload of PAYLOADS) {
          const of = kindsOf(form);
          const kind = of[sent % of.length] ?? 'newCitation';
          const deliveryId = `dlv_${scheme}_${sent}`;
          await webhooks.send({
            kind,
            id: deliveryId,
            endpoint: id,
            manner: { names: style, payload },
            trailingNewline: sent % 3 === 0,
            escaped: sent % 2 === 0,
          });
          const delivery = receiver.taken();
          const verified = verifyDelivery(found, [secret], delivery, clock, hmac);
          expect(verified, `${style} ${payload}`).toMatchObject({ ok: true, secret: 0 });
          const reading = readDelivery(delivery, sha256);
          expect(reading, `${style} ${payload}`).toMatchObject({ kind: kinds[kind], id: deliveryId });
          expect(reading.website).toMatch(/^ws_/);
          expect(reading.occurredAt).not.toBeNull();
          sent++;
        }
      }
      expect(sent).toBe(NAME_STYLES.length * PAYLOADS.length);
      await webhooks.remove(id);
    });

    it('with a secret that nobody has is refused', async () => {
      const { id, secret } = await subscribed({ scheme });
      await sandbox.admin.webhooks.send({ kind: 'newCitation', endpoint: id });
      const found = pinned(receiver.taken(), secret);
      await sandbox.admin.webhooks.send({ kind: 'newCitation', endpoint: id, wrongSecret: true });
      const refused = verifyDelivery(found, [secret], receiver.taken(), clock, hmac);
      expect(refused).toMatchObject({ ok: false, reason: 'no-match' });
      await sandbox.admin.webhooks.remove(id);
    });

    it('verifies with the old secret and the new one while both sign', async () => {
      const { webhooks } = sandbox.admin;
      const { id, secret } = await subscribed({ scheme });
      await webhooks.send({ kind: 'newCitation', endpoint: id });
      const found = pinned(receiver.taken(), secret);
      const fresh = await webhooks.rotate(id);
      await webhooks.send({ kind: 'newCitation', endpoint: id });
      const delivery = receiver.taken();
      for (const secrets of [[secret], [fresh.secret], [secret, fresh.secret]])
        expect(verifyDelivery(found, secrets, delivery, clock, hmac)).toMatchObject({ ok: true });
      await webhooks.remove(id);
    });

    it('refuses what the sandbox signs by every other scheme with the same secret', async () => {
      const { webhooks } = sandbox.admin;
      const { id, secret } = await subscribed({ scheme });
      await webhooks.send({ kind: 'newCitation', endpoint: id });
      const found = pinned(receiver.taken(), secret);
      for (const other of names.filter((name) => name !== scheme)) {
        await webhooks.send({ kind: 'newCitation', endpoint: id, manner: { scheme: other } });
        expect(verifyDelivery(found, [secret], receiver.taken(), clock, hmac), other).toMatchObject({
          ok: false,
        });
      }
      await webhooks.remove(id);
    });

    it('refuses a time more than five minutes off, where the scheme has one', async () => {
      const { webhooks } = sandbox.admin;
      const { id, secret } = await subscribed({ scheme });
      await webhooks.send({ kind: 'newCitation', endpoint: id });
      const found = pinned(receiver.taken(), secret);
      expect(found.timestamp === null).toBe(SCHEMES[scheme].time === null);
      const at = async (timeShift: number): Promise<Verification> => {
        await webhooks.send({ kind: 'newCitation', endpoint: id, timeShift });
        return verifyDelivery(found, [secret], receiver.taken(), clock, hmac);
      };
      const timed = found.timestamp !== null;
      expect(await at(-301)).toMatchObject(timed ? { ok: false, reason: 'too-old' } : { ok: true });
      expect(await at(301)).toMatchObject(timed ? { ok: false, reason: 'too-new' } : { ok: true });
      expect(await at(-299)).toMatchObject({ ok: true });
      expect(await at(299)).toMatchObject({ ok: true });
      await webhooks.remove(id);
    });
  });

  it.each(['hex', 'hexUpper', 'base64', 'base64url'] as const)(
    'takes a signature written as %s',
    async (encoding) => {
      const { webhooks } = sandbox.admin;
      const { id, secret } = await subscribed({ encoding });
      await webhooks.send({ kind: 'newCitation', endpoint: id });
      const found = pinned(receiver.taken(), secret);
      for (let sent = 0; sent < 10; sent++) {
        await webhooks.send({ kind: 'newCitation', endpoint: id });
        expect(verifyDelivery(found, [secret], receiver.taken(), clock, hmac)).toMatchObject({ ok: true });
      }
      await webhooks.remove(id);
    },
  );

  it.each(['header', 'body', 'both', 'none'] as const)(
    'knows a repeated delivery again with ids in: %s',
    async (ids) => {
      const { webhooks } = sandbox.admin;
      const { id } = await subscribed({ ids });
      await webhooks.send({ kind: 'newCitation', endpoint: id, copies: 3 });
      const copies = receiver.takenAll().map((delivery) => readDelivery(delivery, sha256).id);
      expect(copies).toHaveLength(3);
      expect(new Set(copies).size).toBe(1);
      await webhooks.remove(id);
    },
  );
});

import { expect, it } from 'vitest';
import { diagnoseDelivery, verifyDelivery, type WebhookDelivery } from '../../src/webhooks.ts';
import { hmac, now, schemes, secretFor, sent } from './sender.ts';

const many = (name: (at: number) => string, value: (at: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [name(at), value(at)]));

const digest = (at: number): string => at.toString(16).padStart(64, '0');
const secrets = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];
const body = Buffer.from('{"type":"citation.new","at":1795237210,"id":"e1"}');

const captures: readonly (readonly [string, Record<string, string>])[] = [
  ['signature headers', many((at) => `x-signature-${at}`, digest)],
  [
    'times',
    {
      'x-signature': digest(7),
      ...many(
        (at) => `x-timestamp-${at}`,
        (at) => String(1_795_237_210 + at),
      ),
    },
  ],
  [
    'ids',
    {
      'x-signature': digest(7),
      ...many(
        (at) => `x-${at}-id`,
        (at) => `e${at}`,
      ),
    },
  ],
  [
    'all of them',
    {
      ...many(
        (at) => `x-signature-${at}`,
        (at) => `t=${1_795_237_210 + at},v1=${digest(at)}`,
      ),
      ...many(
        (at) => `x-timestamp-${at}`,
        (at) => String(1_795_237_210 + at),
      ),
      ...many(
        (at) => `x-${at}-id`,
        (at) => `e${at}`,
      ),
    },
  ],
  [
    'signatures in one header',
    { 'x-signature': Array.from({ length: 60 }, (_, at) => digest(at)).join(',') },
  ],
  [
    'characters in one header',
    { 'x-signature': 'sha256='.repeat(100_000), 'x-timestamp': '1'.repeat(1_000_000) },
  ],
];

it.each(captures)('diagnoseDelivery needs few MACs for thousands of %s', (_name, headers) => {
  const delivery: WebhookDelivery = { headers, body, url: 'https://example.com/hook?a=1' };
  let macs = 0;
  const counting: typeof hmac = (key, data) => {
    macs++;
    return hmac(key, data);
  };
  const found = diagnoseDelivery(delivery, secrets, counting, now);
  expect(found.ok).toBe(false);
  expect(macs).toBe(found.tried.macs);
  expect(macs).toBeLessThanOrEqual(3_000);
  for (const names of [found.tried.signatureHeaders, found.tried.timeHeaders, found.tried.idHeaders])
    expect(names.length).toBeLessThanOrEqual(4);
});

it('diagnoseDelivery names the limit of MACs and the next step when it reaches it', () => {
  const [, headers = {}] = captures[3] ?? [];
  const found = diagnoseDelivery(
    { headers: { ...headers, ...captures[2]?.[1] }, body, url: 'https://a.example' },
    secrets,
    hmac,
    now,
  );
  if (found.ok) throw new Error('a fit');
  expect(found.reason).toMatch(
    found.tried.macs === 3_000 ? /3000 MACs, the most that are computed/ : /No known scheme fits/,
  );
});

it('diagnoseDelivery takes a header of thousands of characters for no signature', () => {
  const delivery = sent(schemes.github);
  const padded = {
    ...delivery.headers,
    'x-service-signature': `${delivery.headers['x-service-signature']}${' ,'.repeat(3_000)}x`,
  };
  const secret = secretFor(schemes.github);
  expect(verifyDelivery(schemes.github, [secret], delivery, now, hmac).ok).toBe(true);
  expect(verifyDelivery(schemes.github, [secret], { ...delivery, headers: padded }, now, hmac)).toMatchObject(
    {
      ok: false,
      reason: 'no-signature',
    },
  );
});

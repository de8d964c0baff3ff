import { createContext, runInContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as client from '../../src/index.ts';
import * as statistics from '../../src/statistics.ts';
import * as webhooks from '../../src/webhooks.ts';
import { bareBundle } from '../support/bare-bundle.ts';
import { hmac, body as payload, sha256 } from '../webhooks/sender.ts';
import { playSync, scripts } from './play.ts';

const core = { ...client, ...statistics, ...webhooks };
const bundle = await bareBundle();

/** The whole package where there is nothing but the language, and no code may be made from text. */
function bareCore(): typeof core {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  runInContext(bundle, context);
  expect(runInContext('typeof URL + typeof TextEncoder + typeof setTimeout + typeof Buffer', context)).toBe(
    'undefined'.repeat(4),
  );
  return runInContext('core', context) as typeof core;
}

const bare = bareCore();
const text = (value: unknown): string => JSON.stringify(value);
const secret = 'whsec_c2VjcmV0IG9mIHRoaXMgdGVzdA==';

describe('the whole package in a context with the language alone', () => {
  it('has all its exports', () => {
    expect(Object.keys(bare).sort()).toEqual(Object.keys(core).sort());
  });

  it('diagnoses, verifies and reads deliveries', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (bytes, good) => {
        const body = good ? Buffer.from(payload) : bytes;
        const signature = Buffer.from(hmac(Buffer.from(secret), body)).toString('hex');
        const delivery: webhooks.WebhookDelivery = { headers: { 'X-Service-Signature': signature }, body };
        const answers = ({
          diagnoseDelivery,
          verifyDelivery,
          readDelivery,
          checkScheme,
        }: typeof core): string => {
          const diagnosis = diagnoseDelivery(delivery, [secret], hmac, 1_795_251_600_000);
          const scheme = diagnosis.ok ? diagnosis.scheme : null;
          const verified = scheme && verifyDelivery(scheme, [secret], delivery, 1_795_251_600_000, hmac);
          return text([diagnosis, verified, checkScheme(scheme), readDelivery(delivery, sha256)]);
        };
        expect(answers(bare)).toBe(answers(core));
        if (good) expect(answers(bare)).toContain('"ok":true');
      }),
      { numRuns: 60 },
    ));

  it('sends requests, whatever the service answers', () => {
    const one = scripts({ concurrent: fc.constant(false) });
    fc.assert(
      fc.property(one, (script) => {
        const here = playSync(script);
        const there = playSync(script, bare.syncClient);
        expect(there.effects).toEqual(here.effects);
        expect(there.calls.map(({ result }) => text(result))).toEqual(
          here.calls.map(({ result }) => text(result)),
        );
      }),
      { numRuns: 100 },
    );
  });
});

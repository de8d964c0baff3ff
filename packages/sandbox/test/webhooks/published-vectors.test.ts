import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { signatureHeader } from '../../src/webhooks/signature.ts';
import { SCHEMES, type Scheme } from '../../src/webhooks/signing-profile.ts';

interface Vector {
  readonly id: string;
  readonly secret: string;
  readonly keyFrom: 'utf8' | 'base64-after-whsec_';
  readonly signedContent: string;
  readonly encoding: string;
  readonly body: string;
  readonly headerValue: string;
  readonly url?: string;
  readonly timestamp?: number;
  readonly messageId?: string;
}

const { vectors } = JSON.parse(readFileSync(new URL('published-vectors.json', import.meta.url), 'utf8')) as {
  vectors: Vector[];
};

/** Each vector's sender, as the scheme of that name must sign. */
const SENDER: Readonly<Record<string, keyof typeof SCHEMES>> = {
  'standard-webhooks-js': 'standard',
  'svix-manual': 'standard',
  'octokit-basic': 'github',
  'octokit-escaped': 'github',
  'shopify-app-js': 'shopify',
  'square-1': 'square',
  'square-3': 'square',
};

const signed = (vector: Vector) => ({
  id: vector.messageId ?? '',
  at: (vector.timestamp ?? 0) * 1_000,
  url: vector.url ?? 'https://receiver.example/hooks',
  body: Buffer.from(vector.body),
});

describe.each(vectors)('$id', (vector) => {
  const scheme: Scheme = SCHEMES[SENDER[vector.id] ?? 'stripe'];

  test('the scheme gives the published header', () => {
    expect(signatureHeader(scheme, [vector.secret], signed(vector))).toBe(vector.headerValue);
  });

  test('no other scheme gives it', () => {
    const others = Object.entries<Scheme>(SCHEMES).filter(([, other]) => {
      if (other.key === 'base64' && vector.keyFrom === 'utf8') return false;
      return signatureHeader(other, [vector.secret], signed(vector)) === vector.headerValue;
    });
    expect(others.map(([name]) => name)).toEqual([SENDER[vector.id]]);
  });

  test('a changed body changes the header', () => {
    const changed = { ...signed(vector), body: Buffer.from(`${vector.body} `) };
    expect(signatureHeader(scheme, [vector.secret], changed)).not.toBe(vector.headerValue);
  });
});

import { describe, expect, it } from 'vitest';
import { checkScheme, type SignatureScheme } from '../../src/webhooks.ts';
import { schemes } from './sender.ts';

const complaints = (value: unknown): readonly string[] => {
  const reading = checkScheme(value);
  return reading.ok ? [] : reading.complaints;
};

describe('a signature scheme in settings', () => {
  it.each(Object.entries(schemes) as [string, SignatureScheme][])('%s survives JSON', (_name, scheme) => {
    expect(checkScheme(JSON.parse(JSON.stringify(scheme)))).toEqual({ ok: true, scheme });
  });

  it('is refused with all problems at once, each with its field', () => {
    expect(
      complaints({
        content: '{body}{secret}',
        encoding: 'base58',
        key: 'utf8',
        header: 'x sig',
        form: 'plain',
        timestamp: { from: 'header', name: '', unit: 'minutes' },
        toleranceSeconds: 0,
        colour: 'red',
      }),
    ).toEqual([
      expect.stringMatching(/^content: "\{body\}\{secret\}" is none of \{body\} \|/),
      'encoding: "base58" is none of hex | base64 | base64url.',
      'header: "x sig" is no name of a header.',
      'timestamp.unit: "minutes" is none of s | ms.',
      'timestamp.name: "" is no name of a header.',
      'idHeader: what is missing is no name of a header.',
      'toleranceSeconds: is a whole number of seconds from 1 to 3600.',
      'colour: is no field of a signature scheme.',
    ]);
  });

  it.each([null, 'sha256', [], 7])('is an object, not %j', (value) =>
    expect(complaints(value)).toEqual(['A signature scheme is an object.']),
  );

  it.each<readonly [string, Partial<SignatureScheme>, RegExp]>([
    [
      'a signed time without a source',
      { content: '{timestamp}.{body}' },
      /signs a time, so it must say where/,
    ],
    [
      'a time that is not signed',
      { timestamp: { from: 'header', name: 'x-time', unit: 's' } },
      /does not sign it, so anyone could write a fresh time/,
    ],
    [
      'a time inside a header that has none',
      { content: '{timestamp}.{body}', timestamp: { from: 'signature', unit: 's' } },
      /carries no time/,
    ],
    [
      'a signed id without a source',
      { content: '{id}.{timestamp}.{body}', timestamp: { from: 'header', name: 't', unit: 's' } },
      /signs an id, so the name of its header is needed/,
    ],
  ])('is refused for %s', (_name, part, words) => {
    expect(complaints({ ...schemes.github, ...part })).toEqual([expect.stringMatching(words)]);
  });
});

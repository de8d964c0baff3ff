import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64Bytes,
  decodeDigest,
  equalsDigest,
  hexBytes,
  hexText,
  utf8Bytes,
  utf8Text,
} from '../../src/webhooks/encodings.ts';

const plain = (bytes: Uint8Array | null): number[] | null => (bytes === null ? null : [...bytes]);
const anyBytes = fc.uint8Array({ maxLength: 200 });
const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('UTF-8', () => {
  it('writes every text as Node does, lone surrogates included', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.constantFrom('\ud800', 'a\udc00b', '😀', '\u0000\u07ff\u0800\uffff')),
        (text) => {
          expect(plain(utf8Bytes(text))).toEqual([...Buffer.from(text, 'utf8')]);
        },
      ),
    );
  });

  it('reads bytes exactly where a strict decoder does', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const decoded = (bytes: Uint8Array): string | null => {
      try {
        return strict.decode(bytes);
      } catch {
        return null;
      }
    };
    const mostlyText = fc
      .tuple(anyText, anyBytes, anyText)
      .map(([before, bytes, after]) =>
        Buffer.concat([Buffer.from(before), bytes.slice(0, 4), Buffer.from(after)]),
      );
    fc.assert(
      fc.property(fc.oneof(anyBytes, mostlyText), (bytes) => utf8Text(bytes) === decoded(bytes)),
      { numRuns: 500 },
    );
  });

  it('reads a text longer than one piece', () => {
    const long = 'aé😀'.repeat(20_000);
    expect(utf8Text(Buffer.from(long))).toBe(long);
  });

  it.each(['c080', 'e080af', 'f08080af', 'eda080', 'f4908080', 'ff', '80', 'c3', 'f8888080'])(
    'refuses %s',
    (hex) => expect(utf8Text(Buffer.from(hex, 'hex'))).toBeNull(),
  );
});

describe('base64', () => {
  it('reads what Node writes in both alphabets, padded or not', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        for (const written of [text, text.replace(/=/g, ''), Buffer.from(bytes).toString('base64url')])
          expect(plain(base64Bytes(written))).toEqual([...bytes]);
      }),
    );
  });

  it('has one encoding for a value: another last letter is another value or invalid', () => {
    const text = Buffer.alloc(32, 7).toString('base64');
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') {
      const other = `${text.slice(0, 42)}${letter}=`;
      if (other !== text) expect(plain(base64Bytes(other))).not.toEqual([...Buffer.alloc(32, 7)]);
    }
  });

  it.each(['A', 'AB=', 'AB===', 'A B=', 'AB+_', '=', 'AAAA=', 'AB\n', 'Äb=='])('refuses %j', (text) =>
    expect(base64Bytes(text)).toBeNull(),
  );
});

describe('hexadecimal', () => {
  it('reads and writes as Node does, in either case', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = Buffer.from(bytes).toString('hex');
        expect(hexText(bytes)).toBe(text);
        expect(plain(hexBytes(text))).toEqual([...bytes]);
        expect(plain(hexBytes(text.toUpperCase()))).toEqual([...bytes]);
      }),
    );
  });

  it.each(['a', 'zz', '0x00', 'a a', '00 '])('refuses %j', (text) => expect(hexBytes(text)).toBeNull());
});

describe('digests', () => {
  it('have 32 bytes', () => {
    for (const length of [0, 16, 20, 31, 33, 64]) {
      expect(decodeDigest(Buffer.alloc(length).toString('hex'), 'hex')).toBeNull();
      expect(decodeDigest(Buffer.alloc(length).toString('base64'), 'base64')).toBeNull();
    }
    expect(decodeDigest('00'.repeat(32), 'hex')).toHaveLength(32);
  });

  it('are equal only if every bit is', () => {
    const digest = Buffer.alloc(32, 0xa5);
    expect(equalsDigest(digest, Buffer.from(digest))).toBe(true);
    for (let bit = 0; bit < 256; bit++) {
      const other = Buffer.from(digest);
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(equalsDigest(digest, other)).toBe(false);
    }
    expect(equalsDigest(digest, digest.subarray(0, 31))).toBe(false);
    expect(equalsDigest(digest, Buffer.concat([digest, digest]))).toBe(false);
    expect(equalsDigest(Buffer.alloc(32), Buffer.alloc(31))).toBe(false);
  });
});

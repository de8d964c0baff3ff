import type { Kit, ParameterType } from './kit.ts';

export function utilities(kit: Kit): void {
  const hashes: { [name: string]: string } = {
    MD5: 'md5',
    SHA_1: 'sha1',
    SHA_256: 'sha256',
    SHA_384: 'sha384',
    SHA_512: 'sha512',
  };
  const enumeration = (names: string[]) =>
    Object.freeze(Object.fromEntries(names.map((name) => [name, name])));
  const textOrBytes: ParameterType[][] = [['string'], ['number[]'], ['string', 'string']];
  const pack = (value: string | number[], charset = 'UTF-8'): string =>
    typeof value === 'string' ? kit.call('text.encode', value, charset) : kit.call('bytes.pack', value);
  const webSafe = (base64: string): string => base64.replace(/\+/g, '-').replace(/\//g, '_');
  const unpack = (method: string, text: string): number[] => {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw kit.exception(`Could not decode string. (${method})`);
    return kit.call('bytes.of', text);
  };
  const hashOf = (method: string, algorithm: string): string => {
    const hash = hashes[algorithm];
    if (hash === undefined) throw kit.exception(`${method}: use a value of Utilities.DigestAlgorithm.`);
    return hash;
  };
  const gzipInput = (method: string, blob: unknown): string => {
    const base64 = kit.blobs.base64Of(blob);
    if (base64 === null) throw kit.exception(`${method}: the argument is not a Blob.`);
    return base64;
  };
  kit.service('Utilities', {
    DigestAlgorithm: enumeration(Object.keys(hashes)),
    Charset: enumeration(['US_ASCII', 'UTF_8']),
    sleep(...args: [number]) {
      kit.check('Utilities.sleep', args, ['number']);
      kit.call(kit.facts.hostSleep ? 'clock.sleep' : 'thread.sleep', args[0]);
    },
    getUuid: () => kit.call('uuid.make'),
    computeDigest(...args: [string, string | number[], string?]) {
      kit.check(
        'Utilities.computeDigest',
        args,
        ...textOrBytes.map((types) => ['string' as const, ...types]),
      );
      const digest = kit.call(
        'hash.digest',
        hashOf('Utilities.computeDigest', args[0]),
        pack(args[1], args[2]),
      );
      return kit.call('bytes.of', digest);
    },
    computeHmacSha256Signature(...args: [string | number[], string | number[]]) {
      kit.check('Utilities.computeHmacSha256Signature', args, ['string', 'string'], ['number[]', 'number[]']);
      return kit.call('bytes.of', kit.call('hash.hmac', 'sha256', pack(args[0]), pack(args[1])));
    },
    base64Encode(...args: [string | number[], string?]) {
      kit.check('Utilities.base64Encode', args, ...textOrBytes);
      return pack(...args);
    },
    base64EncodeWebSafe(...args: [string | number[], string?]) {
      kit.check('Utilities.base64EncodeWebSafe', args, ...textOrBytes);
      return webSafe(pack(...args));
    },
    base64Decode(...args: [string]) {
      kit.check('Utilities.base64Decode', args, ['string']);
      return unpack('Utilities.base64Decode', args[0]);
    },
    base64DecodeWebSafe(...args: [string]) {
      kit.check('Utilities.base64DecodeWebSafe', args, ['string']);
      return unpack('Utilities.base64DecodeWebSafe', args[0].replace(/-/g, '+').replace(/_/g, '/'));
    },
    newBlob(...args: [string | number[], string?, string?]) {
      const data: ParameterType[] = ['string', 'number[]'];
      const signatures = data.flatMap((type): ParameterType[][] => [
        [type],
        [type, 'string'],
        [type, 'string', 'string'],
      ]);
      kit.check('Utilities.newBlob', args, ...signatures);
      const [content, contentType, name] = args;
      const type = contentType ?? (typeof content === 'string' ? 'text/plain' : null);
      return kit.blobs.make(pack(content), type, name ?? null);
    },
    gzip(...args: [object]) {
      kit.check('Utilities.gzip', args, ['object']);
      const packed = kit.call('gzip.pack', gzipInput('Utilities.gzip', args[0]));
      return kit.blobs.make(packed, 'application/x-gzip', 'archive.gz');
    },
    ungzip(...args: [object]) {
      kit.check('Utilities.ungzip', args, ['object']);
      return kit.blobs.make(kit.call('gzip.unpack', gzipInput('Utilities.ungzip', args[0])), null, null);
    },
    formatDate(...args: [Date, string, string]) {
      kit.check('Utilities.formatDate', args, ['date', 'string', 'string']);
      return kit.formatDate(...args);
    },
  });
}

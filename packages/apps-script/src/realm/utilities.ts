import type { ParameterType, ServiceRuntime } from './service-runtime.ts';

export function installUtilities(runtime: ServiceRuntime): void {
  const hashes: { [name: string]: string } = {
    MD5: 'md5',
    SHA_1: 'sha1',
    SHA_256: 'sha256',
    SHA_384: 'sha384',
    SHA_512: 'sha512',
  };
  const textOrBytes: ParameterType[][] = [['string'], ['number[]'], ['string', 'string']];
  const pack = (value: string | number[], charset = 'UTF-8'): string =>
    typeof value === 'string'
      ? runtime.call('text.encode', value, charset)
      : runtime.call('bytes.pack', value);
  const webSafe = (base64: string): string => base64.replace(/\+/g, '-').replace(/\//g, '_');
  const unpack = (method: string, text: string): number[] => {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw runtime.exception(`Could not decode string. (${method})`);
    return runtime.call('bytes.of', text);
  };
  const hashOf = (method: string, algorithm: string): string => {
    const hash = hashes[algorithm];
    if (hash === undefined) throw runtime.exception(`${method}: use a value of Utilities.DigestAlgorithm.`);
    return hash;
  };
  const gzipInput = (method: string, blob: unknown): string => {
    const base64 = runtime.blobs.base64Of(blob);
    if (base64 === null) throw runtime.exception(`${method}: the argument is not a Blob.`);
    return base64;
  };
  runtime.service('Utilities', {
    DigestAlgorithm: runtime.enumeration(Object.keys(hashes)),
    Charset: runtime.enumeration(['US_ASCII', 'UTF_8']),
    sleep(...args: [number]) {
      runtime.check('Utilities.sleep', args, ['number']);
      runtime.call(runtime.facts.hostSleep ? 'clock.sleep' : 'thread.sleep', args[0]);
    },
    getUuid: () => runtime.call('uuid.make'),
    computeDigest(...args: [string, string | number[], string?]) {
      runtime.check(
        'Utilities.computeDigest',
        args,
        ...textOrBytes.map((types) => ['string' as const, ...types]),
      );
      const digest = runtime.call(
        'hash.digest',
        hashOf('Utilities.computeDigest', args[0]),
        pack(args[1], args[2]),
      );
      return runtime.call('bytes.of', digest);
    },
    computeHmacSha256Signature(...args: [string | number[], string | number[]]) {
      runtime.check(
        'Utilities.computeHmacSha256Signature',
        args,
        ['string', 'string'],
        ['number[]', 'number[]'],
      );
      return runtime.call('bytes.of', runtime.call('hash.hmac', 'sha256', pack(args[0]), pack(args[1])));
    },
    base64Encode(...args: [string | number[], string?]) {
      runtime.check('Utilities.base64Encode', args, ...textOrBytes);
      return pack(...args);
    },
    base64EncodeWebSafe(...args: [string | number[], string?]) {
      runtime.check('Utilities.base64EncodeWebSafe', args, ...textOrBytes);
      return webSafe(pack(...args));
    },
    base64Decode(...args: [string]) {
      runtime.check('Utilities.base64Decode', args, ['string']);
      return unpack('Utilities.base64Decode', args[0]);
    },
    base64DecodeWebSafe(...args: [string]) {
      runtime.check('Utilities.base64DecodeWebSafe', args, ['string']);
      return unpack('Utilities.base64DecodeWebSafe', args[0].replace(/-/g, '+').replace(/_/g, '/'));
    },
    newBlob(...args: [string | number[], string?, string?]) {
      const data: ParameterType[] = ['string', 'number[]'];
      const signatures = data.flatMap((type): ParameterType[][] => [
        [type],
        [type, 'string'],
        [type, 'string', 'string'],
      ]);
      runtime.check('Utilities.newBlob', args, ...signatures);
      const [content, contentType, name] = args;
      const type = contentType ?? (typeof content === 'string' ? 'text/plain' : null);
      return runtime.blobs.make(pack(content), type, name ?? null);
    },
    gzip(...args: [object]) {
      runtime.check('Utilities.gzip', args, ['object']);
      const packed = runtime.call('gzip.pack', gzipInput('Utilities.gzip', args[0]));
      return runtime.blobs.make(packed, 'application/x-gzip', 'archive.gz');
    },
    ungzip(...args: [object]) {
      runtime.check('Utilities.ungzip', args, ['object']);
      return runtime.blobs.make(
        runtime.call('gzip.unpack', gzipInput('Utilities.ungzip', args[0])),
        null,
        null,
      );
    },
    formatDate(...args: [Date, string, string]) {
      runtime.check('Utilities.formatDate', args, ['date', 'string', 'string']);
      return runtime.formatDate(...args);
    },
  });
}

/** Blob (reference/base/blob): its bytes, type and name. */
export function installBlobs(runtime: ServiceRuntime): void {
  const contents = new WeakMap<object, string>();
  runtime.blobs.base64Of = (blob) => {
    const base64 = typeof blob === 'object' && blob !== null ? contents.get(blob) : undefined;
    return base64 === undefined ? null : base64;
  };
  runtime.blobs.make = (base64, contentType, name) => {
    let title = name;
    const blob: object = {
      getBytes: () => runtime.call('bytes.of', base64),
      getDataAsString(...args: [string?]) {
        runtime.check('Blob.getDataAsString', args, [], ['string']);
        return runtime.call('text.decode', base64, args[0] ?? 'UTF-8');
      },
      getContentType: () => contentType,
      getName: () => title,
      setName(...args: [string]) {
        runtime.check('Blob.setName', args, ['string']);
        title = args[0];
        return blob;
      },
    };
    contents.set(blob, base64);
    return Object.freeze(blob);
  };
}

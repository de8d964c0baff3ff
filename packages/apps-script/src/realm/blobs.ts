import type { Kit } from './kit.ts';

/** Blob (reference/base/blob), the part that carries bytes. */
export function blobs(kit: Kit): void {
  const contents = new WeakMap<object, string>();
  kit.blobs.base64Of = (blob) => {
    const base64 = typeof blob === 'object' && blob !== null ? contents.get(blob) : undefined;
    return base64 === undefined ? null : base64;
  };
  kit.blobs.make = (base64, contentType, name) => {
    let type = contentType;
    let title = name;
    const blob: object = {
      getBytes: () => kit.call('bytes.of', base64),
      getDataAsString(...args: [string?]) {
        kit.check('Blob.getDataAsString', args, [], ['string']);
        return kit.call('text.decode', base64, args[0] ?? 'UTF-8');
      },
      getContentType: () => type,
      setContentType(...args: [string]) {
        kit.check('Blob.setContentType', args, ['string']);
        type = args[0];
        return blob;
      },
      getName: () => title,
      setName(...args: [string]) {
        kit.check('Blob.setName', args, ['string']);
        title = args[0];
        return blob;
      },
    };
    contents.set(blob, base64);
    return Object.freeze(blob);
  };
}

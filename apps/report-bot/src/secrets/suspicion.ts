import { insideBase64 } from './writings.ts';

const escapes =
  /\\+(?:u00([0-9a-f]{2})|x([0-9a-f]{2}))?|%(?:25)*([0-9a-f]{2})|&(?:amp;)*(?:#0*(\d{2,3})|#x0*([0-9a-f]{2})|(amp|lt|gt|quot|apos));/gi;

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with every escape of an ASCII character taken back, in lower case. */
function decoded(text: string): string {
  if (!/[\\%&]/.test(text)) return text.toLowerCase();
  return text
    .replace(escapes, (_, json, short, percent, decimal, hex, name) => {
      if (name !== undefined) return names[(name as string).toLowerCase()] ?? '';
      if (decimal !== undefined) return String.fromCharCode(Number(decimal));
      const code = json ?? short ?? percent ?? hex;
      return code === undefined ? '' : String.fromCharCode(Number.parseInt(code as string, 16));
    })
    .toLowerCase();
}

/**
 * Makes a quick test that is true wherever a text may hold one of these secrets: nearly every text of a digest holds none, and
 * the patterns of all writings take some milliseconds for each.
 */
export function suspicion(secrets: readonly string[]): (text: string) => boolean {
  // What has no simple form is looked for at once.
  if (secrets.some((secret) => !/^[\x21-\x7e]+$/.test(secret) || /[\\%&]/.test(secret))) return () => true;
  const needles = secrets.flatMap((secret) => [
    secret.toLowerCase(),
    Buffer.from(secret).toString('hex'),
    ...insideBase64(secret).map((form) => form.toLowerCase()),
  ]);
  const signed = needles.filter((needle) => /[+/]/.test(needle));
  return (text) => {
    const plain = decoded(text);
    if (needles.some((needle) => plain.includes(needle))) return true;
    if (signed.length === 0) return false;
    const standard = plain.replaceAll('-', '+').replaceAll('_', '/');
    return signed.some((needle) => standard.includes(needle));
  };
}

/**
 * An address that may stand in a link of a mail.
 * @throws RangeError for anything but https:, http: and mailto:
 */
export function safeUrl(address: string): string {
  const scheme = /^([a-z]+):/i.exec(address)?.[1]?.toLowerCase();
  if (/^[\x21-\x7e]+$/.test(address) && (scheme === 'https' || scheme === 'http' || scheme === 'mailto'))
    return address;
  throw new RangeError(
    'The unsubscribe address is not a link; give one that starts with https: or mailto: and has no spaces.',
  );
}

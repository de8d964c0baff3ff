const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const loopbackHost = new RegExp(`^(?:localhost|127(?:\\.${byte}){3}|\\[?::1\\]?)$`, 'i');
const httpHost = /^http:\/\/(\[[^\]/]*\]|[^:/?#]*)(?::\d*)?(?:[/?#]|$)/i;

/**
 * True for this machine in its usual writing: 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1 (RFC 4291 §2.5.3), localhost
 * (RFC 6761 §6.3). False for other writings, such as `127.1`, `0177.0.0.1` or `::ffff:127.0.0.1`: programs read them
 * differently (RFC 6943 §3.1.1).
 */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host);
}

/** True for an address that may carry a key or a password: https, and http to this machine. */
export function isSecureAddress(address: string): boolean {
  if (/^https:\/\//i.test(address)) return true;
  const host = httpHost.exec(address)?.[1];
  return host !== undefined && isLoopbackHost(host);
}

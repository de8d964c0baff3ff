import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1 (RFC 4291 §2.5.3), and the former written as IPv6. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** A place deliveries may not go to; the message says why. */
export class RefusedTarget extends Error {}

/** A URL that deliveries can be posted to, by its text alone. Throws RefusedTarget. */
export function targetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new RefusedTarget('The webhook url is not an http or https address.');
  if (url.username !== '' || url.password !== '')
    throw new RefusedTarget('The webhook url carries a user name or password: leave them out.');
  return url;
}

/**
 * The addresses a host stands for. Throws RefusedTarget when one of them is not loopback, unless others are allowed:
 * a name may stand for another address at every look, so this is asked for each connection and only its answer used.
 */
export async function addressesOf(url: URL, allowRemote: boolean): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true, verbatim: true });
  if (!allowRemote && !found.every(({ address }) => isLoopback(address))) {
    throw new RefusedTarget(
      `The webhook url leads to ${url.hostname}, which is not this machine: use a loopback address, or start the sandbox with allowRemoteWebhooks.`,
    );
  }
  return found;
}

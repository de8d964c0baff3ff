import { isLoopbackHost, isSecureAddress } from '@answershare/core';
import type { Path } from './source.ts';

interface Complained {
  readonly path: Path;
  readonly message: string;
}

/** The parts of the settings that say where a secret goes, unchecked: other complaints may stand beside these. */
interface Connections {
  readonly service?: { readonly url?: unknown; readonly insecure?: unknown } | null;
  readonly smtp?: {
    readonly host?: unknown;
    readonly port?: unknown;
    readonly secure?: unknown;
    readonly password?: unknown;
    readonly requireTls?: unknown;
  } | null;
}

/** Where others could read the key or the password on the way. */
export function readableSecrets(settings: unknown): Complained[] {
  const { service, smtp } = (settings ?? {}) as Connections;
  const found: Complained[] = [];
  const url = service?.url;
  if (typeof url === 'string' && /^http:/i.test(url) && !isSecureAddress(url) && service?.insecure !== true)
    found.push({
      path: ['service', 'url'],
      message:
        'is http to another machine, so others could read the key on the way; write https, or insecure: true beside it for a network that you trust.',
    });
  const remote = typeof smtp?.host === 'string' && !isLoopbackHost(smtp.host);
  const atOnce = smtp?.secure === true || ((smtp?.secure ?? 'auto') === 'auto' && smtp?.port === 465);
  if (remote && !atOnce && smtp?.requireTls === false && smtp.password !== undefined)
    found.push({
      path: ['smtp', 'requireTls'],
      message:
        'false would let others read the password on the way; take it away, or use a server that needs no password.',
    });
  return found;
}

/** An address and the secret that goes there. */
const pairs = [
  ['service.url', 'service.key'],
  ['smtp.host', 'smtp.password'],
] as const;

/**
 * Where a secret would follow an address of a `.env` file without being of that file itself: who can put such a file into a
 * folder could lead the secret of another place to a host of his own.
 * @param written the reference that each dotted path was written as
 * @param fromFile names of the variables that a `.env` file gave
 */
export function ledAstray(written: ReadonlyMap<string, string>, fromFile: ReadonlySet<string>): Complained[] {
  const isOfFile = (path: string): boolean => fromFile.has(written.get(path)?.slice(2, -1) ?? '');
  return pairs
    .filter(([address, secret]) => isOfFile(address) && !isOfFile(secret))
    .map(([address, secret]) => ({
      path: address.split('.'),
      message: `comes from a .env file and ${secret} does not; write the address into this file, or put both into .env.`,
    }));
}

import { z } from 'zod';
import type { Form } from '../form.ts';
import { NAME_STYLES } from './kinds.ts';
import { PAYLOADS } from './payload.ts';
import { RETRY_PLANS } from './retries.ts';
import { ENCODINGS, SCHEME_NAMES, SCHEMES, type Scheme } from './schemes.ts';

/** How deliveries look on the wire: all that the specification leaves open (undecided item 34). */
export const manner = z.strictObject({
  /** Content, key reading and header of the signature. */
  scheme: z.enum(SCHEME_NAMES),
  /** How the signature's bytes are written: as the scheme does, or otherwise. */
  encoding: z.enum(['scheme', ...ENCODINGS]),
  /** How the kind of an event is called. */
  names: z.enum(NAME_STYLES),
  /** Where kind, website and details stand in the body. */
  payload: z.enum(PAYLOADS),
  /** Case of the field names; `form`: camelCase in Form 1, snake_case in Form 2. */
  case: z.enum(['form', 'camel', 'snake']),
  /** Where the delivery's id is told. The scheme `standard` signs it and always sends its header. */
  ids: z.enum(['header', 'body', 'both', 'none']),
  retries: z.enum(RETRY_PLANS),
});

/** Any of its traits; those left out stay as they are. */
export const someTraits = manner.partial();

export type Manner = z.output<typeof manner>;

/** Ours, not the service's: hex HMAC-SHA256 over the raw body as `sha256=…`, no time. */
export const PLAIN_MANNER: Manner = {
  scheme: 'github',
  encoding: 'scheme',
  names: 'dot',
  payload: 'wrapped',
  case: 'form',
  ids: 'both',
  retries: 'schedule',
};

/** A manner with some of its traits replaced. */
export function adapted(base: Manner, wanted: z.output<typeof someTraits>): Manner {
  return manner.parse({ ...base, ...wanted });
}

/** The scheme of a manner with the encoding it asks for. */
export function schemeOf({ scheme, encoding }: Manner): Scheme {
  const row: Scheme = SCHEMES[scheme];
  return encoding === 'scheme' ? row : { ...row, encoding };
}

export function writesSnake({ case: wanted }: Manner, form: Form): boolean {
  return wanted === 'form' ? form === 2 : wanted === 'snake';
}

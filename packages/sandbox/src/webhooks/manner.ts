import { z } from 'zod';
import type { Form } from '../form.ts';
import type { Quirks } from '../quirks/table.ts';
import { WEBHOOK_QUIRKS as SWITCHES } from './quirks.ts';
import { SCHEMES, type Scheme } from './schemes.ts';

/** How deliveries look on the wire: the values of the switches of item 34, chosen for one endpoint or one order. */
export const manner = z.strictObject({
  scheme: SWITCHES.webhookScheme.schema,
  encoding: SWITCHES.webhookEncoding.schema,
  names: SWITCHES.webhookNames.schema,
  payload: SWITCHES.webhookPayload.schema,
  case: SWITCHES.webhookCase.schema,
  ids: SWITCHES.webhookIds.schema,
  retries: SWITCHES.webhookRetries.schema,
});

/** Any of its traits; those left out stay as they are. */
export const someTraits = manner.partial();

export type Manner = z.output<typeof manner>;

/** The manner of an endpoint that asks for nothing of its own. */
export function mannerOf(quirks: Quirks): Manner {
  return {
    scheme: quirks.webhookScheme,
    encoding: quirks.webhookEncoding,
    names: quirks.webhookNames,
    payload: quirks.webhookPayload,
    case: quirks.webhookCase,
    ids: quirks.webhookIds,
    retries: quirks.webhookRetries,
  };
}

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

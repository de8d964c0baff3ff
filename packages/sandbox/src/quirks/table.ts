import type { Form } from '../form.ts';
import { WEBHOOK_QUIRKS } from '../webhooks/quirks.ts';
import { BODY_QUIRKS } from './body-quirks.ts';
import { FORM_QUIRKS } from './form-quirks.ts';
import { KEY_QUIRKS } from './key-quirks.ts';
import { LIMIT_QUIRKS } from './limit-quirks.ts';
import type { Quirk, ValueOf } from './quirk.ts';
import { TRANSPORT_QUIRKS } from './transport-quirks.ts';

/** Every switch of the sandbox by name. */
export const QUIRKS = {
  ...FORM_QUIRKS,
  ...BODY_QUIRKS,
  ...LIMIT_QUIRKS,
  ...KEY_QUIRKS,
  ...TRANSPORT_QUIRKS,
  ...WEBHOOK_QUIRKS,
} satisfies Record<string, Quirk>;

export type QuirkName = keyof typeof QUIRKS;

/** One value for each switch. */
export type Quirks = { readonly [N in QuirkName]: ValueOf<(typeof QUIRKS)[N]> };

export const QUIRK_NAMES = Object.keys(QUIRKS) as readonly QuirkName[];

/** The values of a sandbox that was told nothing but its form. */
export function standardQuirks(form: Form): Quirks {
  const standards = Object.fromEntries(QUIRK_NAMES.map((name) => [name, QUIRKS[name].standard]));
  return { ...(standards as unknown as Quirks), form: form === 1 ? '1' : '2' };
}

/** The lasting values with some of them put otherwise; the same object where none is. */
export function overlaid(lasting: Quirks, chosen: Partial<Quirks>): Quirks {
  return Object.keys(chosen).length === 0 ? lasting : { ...lasting, ...chosen };
}

import { BODY_QUIRKS } from './body-quirks.ts';
import { FORM_QUIRKS } from './form-quirks.ts';
import { KEY_QUIRKS } from './key-quirks.ts';
import { LIMIT_QUIRKS } from './limit-quirks.ts';
import { type Form, listAlternatives, type Quirk, type ValueOf } from './quirk.ts';
import { TRANSPORT_QUIRKS } from './transport-quirks.ts';
import { WEBHOOK_QUIRKS } from './webhook-quirks.ts';

/** All switches by name. */
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

/** The default values in a Form. */
export function createStandardQuirks(form: Form): Quirks {
  const standards = Object.fromEntries(QUIRK_NAMES.map((name) => [name, QUIRKS[name].standard]));
  return { ...(standards as unknown as Quirks), form: form === 1 ? '1' : '2' };
}

/** Overrides some switches; returns the same object if there are none. */
export function overlayQuirks(lasting: Quirks, chosen: Partial<Quirks>): Quirks {
  return Object.keys(chosen).length === 0 ? lasting : { ...lasting, ...chosen };
}

/** One switch with its current value, for the decisions. */
export interface QuirkRow {
  readonly name: QuirkName;
  /** The undecided item; null for a switch beyond the 35. */
  readonly item: number | null;
  readonly question: string;
  readonly default: string | number;
  readonly value: string | number;
  readonly alternatives: readonly string[];
  /** The file under src/ that implements it. */
  readonly acts: string;
}

/** All switches by item, with their current values. */
export function listQuirkRows(form: Form, present: Quirks): readonly QuirkRow[] {
  const standards = createStandardQuirks(form);
  return QUIRK_NAMES.map((name) => ({
    name,
    item: QUIRKS[name].item,
    question: QUIRKS[name].about,
    default: standards[name],
    value: present[name],
    alternatives: listAlternatives(QUIRKS[name]),
    acts: QUIRKS[name].acts,
  })).sort((a, b) => (a.item ?? 99) - (b.item ?? 99));
}

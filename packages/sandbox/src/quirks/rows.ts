import type { Form } from '../form.ts';
import { alternatives } from './quirk.ts';
import { QUIRK_NAMES, QUIRKS, type QuirkName, type Quirks, standardQuirks } from './table.ts';

/** One switch as the decisions show it. */
export interface QuirkRow {
  readonly name: QuirkName;
  /** The undecided item; null for a switch beyond the 35. */
  readonly item: number | null;
  readonly question: string;
  readonly default: string | number;
  readonly value: string | number;
  readonly alternatives: readonly string[];
  /** The file under src/ that holds the behaviours. */
  readonly acts: string;
}

/** All switches in the order of the items, with their present values. */
export function quirkRows(form: Form, present: Quirks): readonly QuirkRow[] {
  const standards = standardQuirks(form);
  return QUIRK_NAMES.map((name) => ({
    name,
    item: QUIRKS[name].item,
    question: QUIRKS[name].about,
    default: standards[name],
    value: present[name],
    alternatives: alternatives(QUIRKS[name]),
    acts: QUIRKS[name].acts,
  })).sort((a, b) => (a.item ?? 99) - (b.item ?? 99));
}

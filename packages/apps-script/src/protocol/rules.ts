import rows from './rules.json' with { type: 'json' };

/**
 * Behaviour that a number cannot state, with its pages as in limits.ts.
 * `documented` = Google states it. `assumed` = no Google page states it; `note` names the source.
 */
export interface Rule {
  readonly rule: string;
  readonly page: string;
  readonly status: 'documented' | 'assumed';
  readonly note?: string;
}

/** The rules by the topic that is their heading. */
export const rules = rows as Readonly<Record<string, readonly Rule[]>>;

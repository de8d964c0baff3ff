import { draw, letters } from '../data/hash.ts';
import type { Plan } from '../limits/plans.ts';
import { SCOPES, type Scope } from './scopes.ts';
import type { TeamName } from './teams.ts';

export interface ApiKey {
  /** What logs and pages call it; the token itself stays out of them. */
  readonly label: string;
  readonly token: string;
  readonly kind: 'live' | 'test';
  readonly team: TeamName;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  readonly revoked: boolean;
}

/** `rs_live_` or `rs_test_` and 32 letters or digits, drawn from the seed and the label. */
export function tokenFor(seed: number, kind: ApiKey['kind'], label: string): string {
  return `rs_${kind}_${letters(32, 62, draw(seed, 'key', kind, label))}`;
}

/** Specification §5 names the two prefixes; the 32 letters or digits after them are ours. */
export function hasKeyFormat(token: string): boolean {
  return /^rs_(live|test)_[0-9A-Za-z]{32}$/.test(token);
}

export const KEY_LABELS = [
  'live',
  'test',
  'revoked',
  'unscoped',
  'free',
  'starter',
  'growth',
  'enterprise',
  'otherTeam',
  'none',
  'one',
  'many',
  'hostile',
  'eventful',
] as const;

export type KeyLabel = (typeof KEY_LABELS)[number];

const TRAITS: Record<KeyLabel, Partial<Omit<ApiKey, 'label' | 'token'>>> = {
  live: {},
  test: { kind: 'test' },
  revoked: { revoked: true },
  unscoped: { scopes: [] },
  free: { plan: 'free' },
  starter: { plan: 'starter' },
  growth: {},
  enterprise: { plan: 'enterprise' },
  otherTeam: { team: 'other' },
  none: { team: 'none' },
  one: { team: 'one' },
  many: { team: 'many' },
  hostile: { team: 'hostile' },
  eventful: { team: 'eventful' },
};

/** The keys a sandbox starts with; all on the Growth plan unless their label names another. */
export function firstKeys(seed: number): ApiKey[] {
  return KEY_LABELS.map((label) => {
    const key = {
      kind: 'live',
      team: 'demo',
      plan: 'growth',
      scopes: SCOPES,
      revoked: false,
      ...TRAITS[label],
    } as const;
    return { ...key, label, token: tokenFor(seed, key.kind, label) };
  });
}

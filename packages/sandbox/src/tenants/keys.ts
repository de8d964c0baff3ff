import { createDraw, drawLetters } from '../data/random.ts';
import type { SandboxPlan } from '../limits/plans.ts';
import type { TeamName } from './teams.ts';

/** The endpoints of specification §4 by the last part of their path. */
export const ENDPOINTS = ['websites', 'analytics', 'citations', 'competitors', 'authority'] as const;

export type ScopedEndpoint = (typeof ENDPOINTS)[number];

/** Scope names are ours (undecided item 27). */
export type KeyScope = `${ScopedEndpoint}:read`;

export const SCOPES: readonly KeyScope[] = ENDPOINTS.map((endpoint): KeyScope => `${endpoint}:read`);

export interface ApiKey {
  /** The name in logs and pages, instead of the token. */
  readonly label: string;
  readonly token: string;
  readonly kind: 'live' | 'test';
  readonly team: TeamName;
  readonly plan: SandboxPlan;
  readonly scopes: readonly KeyScope[];
  readonly revoked: boolean;
}

/** `rs_live_` or `rs_test_` and 32 characters drawn from the seed and the label. */
export function createToken(seed: number, kind: ApiKey['kind'], label: string): string {
  return `rs_${kind}_${drawLetters(32, 62, createDraw(seed, 'key', kind, label))}`;
}

/** Specification §5 has the two prefixes; the 32 characters are ours. */
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

const KEY_TRAITS: Record<KeyLabel, Partial<Omit<ApiKey, 'label' | 'token'>>> = {
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

/** The keys at the start. They are on the Growth plan unless the label names another. */
export function createKeys(seed: number): ApiKey[] {
  return KEY_LABELS.map((label) => {
    const key = {
      kind: 'live',
      team: 'demo',
      plan: 'growth',
      scopes: SCOPES,
      revoked: false,
      ...KEY_TRAITS[label],
    } as const;
    return { ...key, label, token: createToken(seed, key.kind, label) };
  });
}

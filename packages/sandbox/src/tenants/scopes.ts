/** The endpoints of specification §4 by the last part of their path. */
export const ENDPOINTS = ['websites', 'analytics', 'citations', 'competitors', 'authority'] as const;

export type Endpoint = (typeof ENDPOINTS)[number];

/** Scope names are ours (undecided item 27): one for each endpoint. */
export type Scope = `${Endpoint}:read`;

export const SCOPES: readonly Scope[] = ENDPOINTS.map((endpoint): Scope => `${endpoint}:read`);

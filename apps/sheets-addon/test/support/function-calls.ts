import type { Form } from '@answershare/sandbox';
import { startConnectedAddon } from './local-addon.ts';

const site = 'Northwind Outdoor';

/** One call of each function. */
export const functionCalls: Readonly<Record<string, readonly unknown[]>> = {
  WEBSITES: [],
  CITATIONS: [site],
  CITATIONS_BY_ENGINE: [site],
  CITED_PAGES: [site],
  ANALYTICS: [site, '7d'],
  ANALYTICS_TOTAL: [site, 'visitors', '7d'],
  SHARE_OF_VOICE: [site],
  COMPETITORS: [site],
  AUTHORITY: [site],
  AUTHORITY_BREAKDOWN: [site],
  AUTHORITY_CHANGE: [site],
  SHARE_OF_VOICE_CHANGE: [site],
  CITATIONS_CHANGE: [site],
  AUTHORITY_HISTORY: [site],
  SHARE_OF_VOICE_HISTORY: [site],
  API_FIELD: ['citations', site, '/total'],
  API_TABLE: ['analytics', site, '/days'],
  API_STATUS: ['state'],
  EXPLAIN: ['AUTHORITY', site],
  DIAGNOSE: [],
};

/** The content of a cell, without figures that differ between runs. */
function describeKind(shown: unknown): string {
  if (Array.isArray(shown)) return `a table of ${shown[0].length} columns`;
  if (shown === '' || shown === null) return 'blank';
  return typeof shown === 'number' ? 'a number' : `"${String(shown)}"`;
}

export interface ShownFunction {
  readonly name: string;
  readonly kind: string;
  /** The result under its second name. */
  readonly byAlias: unknown;
  readonly shown: unknown;
}

/** Calls every function once in one Form, in a file tracked since today. */
export async function callEveryFunction(form: Form): Promise<readonly ShownFunction[]> {
  await using addon = await startConnectedAddon(form);
  await addon.host.sidebarCall('act', ['track', {}]);
  const all: ShownFunction[] = [];
  for (const [name, args] of Object.entries(functionCalls)) {
    const shown = await addon.cell(name, ...args);
    const byAlias = await addon.cell(`AS_${name}`, ...args);
    all.push({ name, kind: describeKind(shown), byAlias, shown });
  }
  return all;
}

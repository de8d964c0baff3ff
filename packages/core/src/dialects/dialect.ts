import type { FaultKind } from '../errors/api-error.ts';
import type { Endpoint } from '../resources/endpoint.ts';

/** How one Form of the specification words each intent; `null` where it cannot say it. */
export interface Dialect {
  readonly form: 1 | 2;
  /** Name of the website identifier (specification §4). */
  readonly websiteParameter: 'websiteId' | 'website_id';
  /** Two inclusive dates (specification §4, Form 1). */
  readonly range: { readonly from: string; readonly to: string } | null;
  /** A named window ending today (specification §4, Form 2), by its number of days. */
  readonly period: { readonly parameter: string; readonly choices: Readonly<Record<number, string>> } | null;
  /** Error codes and what they mean (specification §7). */
  readonly codes: Readonly<Record<string, FaultKind>>;
}

/** Paths under the service's address (specification §4). */
export const paths: Readonly<Record<Endpoint, string>> = {
  websites: '/api/v1/websites',
  analytics: '/api/v1/analytics',
  citations: '/api/v1/citations',
  competitors: '/api/v1/competitors',
  authority: '/api/v1/authority',
};

import { type ClientOptions, configuredRecipes } from '@answershare/core';
import type { Settings } from '../settings/settings.ts';

/** What every client of a service is told: whom to ask, and what a person knows of its words, bodies and limits. */
export function clientOptions({
  url,
  recipes,
  ...known
}: Omit<Settings['service'], 'form'> & Partial<Settings['service']>): ClientOptions {
  return { baseUrl: url, ...known, recipes: configuredRecipes(recipes ?? {}) };
}

import type { AnalyticsWindow, Endpoint } from '@answershare/core';
import type { Desk } from '../desk.ts';
import { isBlank, rangeOf } from './cell.ts';
import { Refusal } from './refusal.ts';
import { textArgument } from './text-argument.ts';
import { windowArgument } from './window-argument.ts';

/** What the service can be asked (specification §4). */
export const endpoints: readonly Endpoint[] = [
  'websites',
  'analytics',
  'citations',
  'competitors',
  'authority',
];

/** @throws Refusal that lists what there is */
export function endpointArgument(argument: unknown): Endpoint {
  const text = (textArgument(argument, 'endpoint') ?? '').toLowerCase();
  const found = endpoints.find((endpoint) => endpoint === text);
  if (found) return found;
  const asked = text === '' ? 'The endpoint is blank.' : `There is no endpoint "${text}".`;
  throw new Refusal('bad_request', `${asked} There is ${endpoints.join(', ')}.`);
}

/** The window of an endpoint that has one, 30 days for a blank; null for the others. @throws Refusal where another one gets one */
export function windowOf(endpoint: Endpoint, argument: unknown, desk: Desk): AnalyticsWindow | null {
  if (endpoint === 'analytics') return windowArgument(argument, desk);
  if (isBlank(argument)) return null;
  throw new Refusal('bad_window', `Only analytics has a window. Leave it blank for ${endpoint}.`);
}

/** The same for a body, which a blank shows as it came: null. @throws Refusal */
export function bodyWindowOf(endpoint: Endpoint, argument: unknown, desk: Desk): AnalyticsWindow | null {
  const [only, ...more] = (rangeOf(argument) ?? [[argument]]).reduce<unknown[]>(
    (all, row) => all.concat(row.slice()),
    [],
  );
  return more.length === 0 && isBlank(only) ? null : windowOf(endpoint, argument, desk);
}

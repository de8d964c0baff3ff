import { type Day, dateOf, lastDays } from '../data/days.ts';
import type { Axes } from '../rest/axes.ts';
import { ENDPOINTS, type Endpoint } from '../tenants/scopes.ts';

/** A shell line for each endpoint, with the key taken from the variable API_KEY. */
export function curlLines(axes: Axes, baseUrl: string, websiteId: string, today: Day): string[] {
  return ENDPOINTS.map((endpoint) => {
    const query = queryOf(axes, endpoint, websiteId, today);
    return `curl -H "Authorization: Bearer $API_KEY" '${baseUrl}/api/v1/${endpoint}${query}'`;
  });
}

function queryOf({ idNames, windows }: Axes, endpoint: Endpoint, websiteId: string, today: Day): string {
  if (endpoint === 'websites') return '';
  const id = `?${idNames[0]}=${encodeURIComponent(websiteId).replaceAll("'", '%27')}`;
  if (endpoint !== 'analytics') return id;
  if (windows === 'period') return `${id}&period=7d`;
  const { first, last } = lastDays(7, today);
  return `${id}&from=${dateOf(first)}&to=${dateOf(last)}`;
}

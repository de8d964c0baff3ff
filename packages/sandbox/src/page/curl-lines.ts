import { type Day, dateOf, lastDays } from '../data/days.ts';
import type { Form } from '../form.ts';
import { ENDPOINTS, type Endpoint } from '../tenants/scopes.ts';

/** A shell line for each endpoint, with the key taken from the variable API_KEY. */
export function curlLines(form: Form, baseUrl: string, websiteId: string, today: Day): string[] {
  return ENDPOINTS.map((endpoint) => {
    const query = queryOf(form, endpoint, websiteId, today);
    return `curl -H "Authorization: Bearer $API_KEY" '${baseUrl}/api/v1/${endpoint}${query}'`;
  });
}

function queryOf(form: Form, endpoint: Endpoint, websiteId: string, today: Day): string {
  if (endpoint === 'websites') return '';
  const id = `?${form === 1 ? 'websiteId' : 'website_id'}=${encodeURIComponent(websiteId)}`;
  if (endpoint !== 'analytics') return id;
  if (form === 2) return `${id}&period=7d`;
  const { first, last } = lastDays(7, today);
  return `${id}&from=${dateOf(first)}&to=${dateOf(last)}`;
}

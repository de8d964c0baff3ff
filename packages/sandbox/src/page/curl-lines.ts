import type { Form } from '../form.ts';
import { ENDPOINTS, type Endpoint } from '../tenants/scopes.ts';

/** A shell line for each endpoint, with the key taken from the variable API_KEY. */
export function curlLines(form: Form, baseUrl: string, websiteId: string): string[] {
  return ENDPOINTS.map((endpoint) => {
    const query = queryOf(form, endpoint, websiteId);
    return `curl -H "Authorization: Bearer $API_KEY" '${baseUrl}/api/v1/${endpoint}${query}'`;
  });
}

function queryOf(form: Form, endpoint: Endpoint, websiteId: string): string {
  if (endpoint === 'websites') return '';
  const id = `?${form === 1 ? 'websiteId' : 'website_id'}=${encodeURIComponent(websiteId)}`;
  if (endpoint !== 'analytics') return id;
  return form === 1 ? `${id}&from=2026-11-01&to=2026-11-07` : `${id}&period=7d`;
}

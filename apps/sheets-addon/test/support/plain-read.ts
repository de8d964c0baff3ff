import type { RunningSandbox } from '@answershare/sandbox';

type Body = Record<string, unknown>;

/** An endpoint's body, read with a plain fetch and without code of the add-on. */
export async function fetchPlain(
  sandbox: RunningSandbox,
  endpoint: string,
  website: string,
  window: Record<string, string> = {},
): Promise<Body> {
  const query = new URLSearchParams({
    [sandbox.form === 1 ? 'websiteId' : 'website_id']: website,
    ...window,
  });
  const response = await fetch(`${sandbox.baseUrl}/api/v1/${endpoint}?${query}`, {
    headers: { authorization: `Bearer ${sandbox.keys.live}` },
  });
  if (!response.ok) throw new Error(`The plain read of ${endpoint} got ${response.status}.`);
  return (await response.json()) as Body;
}

/** A field in either Form's case. */
export function field(body: Body, camel: string): unknown {
  const snake = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return camel in body ? body[camel] : body[snake];
}

export function rows(body: Body, name: string): Body[] {
  return field(body, name) as Body[];
}

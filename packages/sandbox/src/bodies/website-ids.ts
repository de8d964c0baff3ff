import { draw, fnv1a } from '../data/hash.ts';
import type { Site } from '../data/site.ts';
import type { Quirks } from '../quirks/table.ts';

/** How the API writes a website's id (undecided item 35); `site.id` is what the sandbox calls it inside. */
const WEBSITE_IDS: Readonly<Record<Quirks['websiteIds'], (site: Site) => string>> = {
  ws: ({ id }) => id,
  uuid: ({ id }) => uuid(id),
  integer: ({ id }) => String(100_000_000 + (fnv1a(id) % 900_000_000)),
  domain: ({ domain }) => domain,
  encoded: ({ id }) => `é/${id.slice(-6)} a&b=1#50%`,
};

export function publicId({ quirks }: { readonly quirks: Quirks }, site: Site): string {
  return WEBSITE_IDS[quirks.websiteIds](site);
}

/** A version 4 UUID (RFC 9562 §5.4) with digits drawn from the id. */
function uuid(id: string): string {
  const next = draw(id, 'uuid');
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(next() * 16).toString(16));
}

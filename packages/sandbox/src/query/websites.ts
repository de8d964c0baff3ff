import { createDraw, fnv1a } from '../data/random.ts';
import type { Site } from '../data/site.ts';
import { isSandboxed } from '../limits/plans.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';
import type { ApiKey } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';
import { toAxes } from './axes.ts';

/** The websites that a key can read. Test keys have separate data in Form 1 only (specification §5.7). */
export function listCallerWebsites(world: SandboxWorld, key: ApiKey): readonly Site[] {
  const team = world.teams[key.team];
  return isSandboxed(toAxes(world).names, key, world.quirks) ? team.testWebsites : team.websites;
}

/** The public form of a website's id (undecided item 35); `site.id` is the internal one. */
const WEBSITE_IDS: QuirkTable<'websiteIds', (site: Site) => string> = {
  ws: ({ id }) => id,
  uuid: ({ id }) => drawUuid(id),
  integer: ({ id }) => String(100_000_000 + (fnv1a(id) % 900_000_000)),
  domain: ({ domain }) => domain,
  encoded: ({ id }) => `é/${id.slice(-6)} a&b=1#50%`,
};

export function toPublicId({ quirks }: { readonly quirks: Quirks }, site: Site): string {
  return WEBSITE_IDS[quirks.websiteIds](site);
}

/** A version 4 UUID (RFC 9562 §5.4) drawn from the id. */
function drawUuid(id: string): string {
  const next = createDraw(id, 'uuid');
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(next() * 16).toString(16));
}

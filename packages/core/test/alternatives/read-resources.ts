import type { RunningSandbox } from '@answershare/sandbox';
import {
  type Analytics,
  type AsyncClient,
  type AsyncHost,
  type Authority,
  asyncClient,
  type Citations,
  type Competitors,
  isApiError,
  type Result,
  type Website,
} from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { virtualTime } from '../support/virtual-time.ts';

export const now = '2026-11-21T05:00:10Z';

/** The value or error of one query. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly notes: readonly string[] }
  | { readonly ok: false; readonly kind: string; readonly message: string };

/** The five resources of one website, as core's client reads them. */
export interface ReadResources {
  readonly websites: Outcome<readonly Website[]>;
  readonly analytics: Outcome<Analytics>;
  readonly citations: Outcome<Citations>;
  readonly competitors: Outcome<Competitors>;
  readonly authority: Outcome<Authority>;
}

/** A host that sends a switch of the sandbox with every request. */
async function hostWithQuirk(sandbox: RunningSandbox, quirk: string): Promise<AsyncHost> {
  const { host } = await virtualTime(sandbox, now);
  const sending = { ...nodeHost(), ...host };
  const headers = quirk === '' ? {} : { 'x-sandbox-quirk': quirk };
  return {
    ...sending,
    send: (requests) =>
      sending.send(requests.map((request) => ({ ...request, headers: { ...request.headers, ...headers } }))),
  };
}

/** A client that knows only address and key. */
export async function clientWithQuirk(
  sandbox: RunningSandbox,
  quirk: string,
  key = sandbox.keys.live,
): Promise<AsyncClient> {
  const options = { baseUrl: sandbox.baseUrl, key, deadlineMs: 200_000 };
  return asyncClient(options, await hostWithQuirk(sandbox, quirk));
}

async function toOutcome<T>(asking: Promise<Result<T>>): Promise<Outcome<T>> {
  try {
    const { value, meta } = await asking;
    const { window } = meta;
    const short = window && window.given < window.asked ? [`${window.given} of ${window.asked} days`] : [];
    return { ok: true, value, notes: [...meta.trace.notes, ...short] };
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    return { ok: false, kind: thrown.kind, message: thrown.message };
  }
}

/** Reads all resources of a website by name; without the list of websites, by its usual identifier. */
export async function readAllResources(
  client: AsyncClient,
  sandbox: RunningSandbox,
  name: string,
): Promise<ReadResources> {
  const websites = await toOutcome(client.websites());
  const listed = websites.ok ? websites.value.find((website) => website.name === name)?.id : undefined;
  const site = listed ?? sandbox.websites.find((website) => website.name === name)?.id ?? '';
  return {
    websites,
    analytics: await toOutcome(client.analytics(site, { last: 30 })),
    citations: await toOutcome(client.citations(site)),
    competitors: await toOutcome(client.competitors(site)),
    authority: await toOutcome(client.authority(site)),
  };
}

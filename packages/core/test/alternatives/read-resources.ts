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

/** What one question came to. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly notes: readonly string[] }
  | { readonly ok: false; readonly kind: string; readonly message: string };

/** The five resources of one website, as core's client reads them. */
export interface Asked {
  readonly websites: Outcome<readonly Website[]>;
  readonly analytics: Outcome<Analytics>;
  readonly citations: Outcome<Citations>;
  readonly competitors: Outcome<Competitors>;
  readonly authority: Outcome<Authority>;
}

/** A host that sends a switch of the sandbox with every request. */
async function switched(sandbox: RunningSandbox, quirk: string): Promise<AsyncHost> {
  const { host } = await virtualTime(sandbox, now);
  const sending = { ...nodeHost(), ...host };
  const headers = quirk === '' ? {} : { 'x-sandbox-quirk': quirk };
  return {
    ...sending,
    send: (requests) =>
      sending.send(requests.map((request) => ({ ...request, headers: { ...request.headers, ...headers } }))),
  };
}

/** A client that knows nothing of the service but address and key. */
export async function stranger(
  sandbox: RunningSandbox,
  quirk: string,
  key = sandbox.keys.live,
): Promise<AsyncClient> {
  const options = { baseUrl: sandbox.baseUrl, key, deadlineMs: 200_000 };
  return asyncClient(options, await switched(sandbox, quirk));
}

async function outcome<T>(asking: Promise<Result<T>>): Promise<Outcome<T>> {
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

/** Asks everything of the website of a name. Where the list of websites cannot be had, by its usual identifier. */
export async function askAll(client: AsyncClient, sandbox: RunningSandbox, name: string): Promise<Asked> {
  const websites = await outcome(client.websites());
  const listed = websites.ok ? websites.value.find((website) => website.name === name)?.id : undefined;
  const site = listed ?? sandbox.websites.find((website) => website.name === name)?.id ?? '';
  return {
    websites,
    analytics: await outcome(client.analytics(site, { last: 30 })),
    citations: await outcome(client.citations(site)),
    competitors: await outcome(client.competitors(site)),
    authority: await outcome(client.authority(site)),
  };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@answershare/sandbox';
import type { Form } from '../contenders/question.ts';
import { freshSeed } from './fresh-seed.ts';
import { type Gate, openGate, refusal } from './gate.ts';

/** The sandbox behind as many websites as a case needs, with a limit of its own where a case needs one. */
export interface WideService {
  readonly baseUrl: string;
  readonly key: string;
  readonly websites: readonly string[];
  readonly counts: { readonly requests: number; readonly refused: number };
  close(): Promise<void>;
}

interface Site {
  readonly id: string;
  readonly domain: string;
}

/** The list of websites with more entries: the first one's again and again under other ids. */
function widened(body: string, sites: readonly Site[]): string {
  const list = JSON.parse(body) as { websites: readonly object[] };
  const [first] = list.websites;
  return JSON.stringify({ websites: sites.map(({ id, domain }) => ({ ...first, id, name: id, domain })) });
}

/** Starts one; `gate` counts requests in fixed windows and refuses those beyond (specification §7 and §8). */
export async function startWideService(options: {
  readonly form: Form;
  readonly websites: number;
  readonly now?: string;
  readonly gate?: Gate;
}): Promise<WideService> {
  const { form, now, gate } = options;
  const sandbox = await startSandbox({ form, seed: freshSeed(), ...(now ? { now } : {}) });
  const key = sandbox.keys.enterprise;
  const real = sandbox.websites[0]?.id ?? '';
  const sites = Array.from({ length: options.websites }, (_, at) => {
    const number = String(at + 1).padStart(2, '0');
    return { id: `site_${number}`, domain: `site-${number}.example` };
  });
  const counts = { requests: 0, refused: 0 };
  const standing = gate ? openGate(gate) : null;

  async function answer(request: IncomingMessage): Promise<Response> {
    const url = new URL(request.url ?? '/', sandbox.baseUrl);
    const headers = { authorization: request.headers.authorization ?? '' };
    if (headers.authorization === `Bearer ${key}`) counts.requests += 1;
    const place = standing?.take() ?? null;
    if (place?.refused) {
      counts.refused += 1;
      return refusal(place);
    }
    const asked = [...url.searchParams.values()].find((value) => sites.some(({ id }) => id === value));
    const inside = asked === undefined ? url.href : url.href.replace(asked, real);
    const response = await sandbox.fetch(new Request(inside, { headers }));
    const text = await response.text();
    const isList = response.ok && url.pathname === '/api/v1/websites';
    const body = isList ? widened(text, sites) : asked === undefined ? text : text.replaceAll(real, asked);
    const kept = new Headers(response.headers);
    kept.delete('content-length');
    for (const [name, value] of Object.entries(place?.headers ?? {})) kept.set(name, value);
    return new Response(body, { status: response.status, headers: kept });
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      async (given) => {
        response.writeHead(given.status, Object.fromEntries(given.headers));
        response.end(await given.text());
      },
      (thrown: Error) => response.destroy(thrown),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    websites: sites.map(({ id }) => id),
    counts,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await sandbox.close();
    },
  };
}

import { bodyLimits, createHiddenKey, type Endpoint, parseBody, redactOutcome } from '@answershare/core';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { createWorkerThread, WorkerError } from '../src/collect/worker-thread.ts';
import { hostileBody } from '../test/support/hostile-bodies.ts';

const endpoints: readonly Endpoint[] = ['websites', 'analytics', 'citations', 'competitors', 'authority'];

/** What became of a body: `bytes`, `depth` and `names` are the limits of a body. */
export type Fate = 'read' | 'refused' | 'no JSON' | 'bytes' | 'depth' | 'names' | 'too slow';

export interface Ended {
  readonly serial: number;
  readonly kind: string;
  readonly endpoint: Endpoint;
  readonly bytes: number;
  readonly fate: Fate;
  readonly reason: string;
  readonly ms: number;
}

async function honestBodies({ baseUrl, keys, websites }: RunningSandbox): Promise<readonly string[]> {
  const query = `?websiteId=${websites[0]?.id}`;
  const get = async (endpoint: Endpoint): Promise<string> => {
    const response = await fetch(`${baseUrl}/api/v1/${endpoint}${endpoint === 'websites' ? '' : query}`, {
      headers: { authorization: `Bearer ${keys.live}` },
    });
    return response.text();
  };
  return Promise.all(endpoints.map(get));
}

/** Hands bodies up to `most` characters to the bot's thread as a snapshot does, one endpoint's reader after the other. */
export async function* hostileRun(count: number, most: number): AsyncGenerator<Ended> {
  const sandbox = await startSandbox({ form: 1, seed: 7, now: '2026-11-18T06:00:00Z' });
  const honest = await honestBodies(sandbox);
  await sandbox.close();
  const thread = createWorkerThread();
  const key = createHiddenKey('rs_live_0123456789abcdef');
  for (let serial = 0; serial < count; serial++) {
    const turn = Math.floor(serial / 10) % endpoints.length;
    const endpoint = endpoints[turn] ?? 'websites';
    const { kind, text } = hostileBody(serial, most, honest.slice(turn, turn + 1));
    const began = performance.now();
    const { outcome, parsed } = redactOutcome({ ok: true, status: 200, headers: {}, text }, key, bodyLimits);
    const ended = { serial, kind, endpoint, bytes: Buffer.byteLength(text) };
    const after = (fate: Fate, reason: string): Ended => ({
      ...ended,
      fate,
      reason,
      ms: performance.now() - began,
    });
    if (!parsed.ok || !outcome.ok) {
      yield after(parsed.ok ? 'no JSON' : (parsed.limit ?? 'no JSON'), parsed.ok ? '' : parsed.what);
      continue;
    }
    if (!parseBody(outcome.text).ok) throw new Error(`body ${serial} is parsed once and not twice`);
    try {
      const { clear, reason } = await thread.run('draftRecipes', [endpoint, [parsed.body]]);
      yield clear ? after('read', '') : after('refused', reason);
    } catch (thrown) {
      if (!(thrown instanceof WorkerError)) throw thrown;
      yield after('too slow', thrown.reason);
    }
  }
}

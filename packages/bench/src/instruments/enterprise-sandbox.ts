import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import type { SandboxForm } from '../contenders/contender.ts';

let lastSeed = 1_000;

/** A new seed at each call: no two sandboxes share a key, so a late request reaches no other sandbox. */
export function nextSeed(): number {
  lastSeed += 1;
  return lastSeed;
}

/** A sandbox with a key of the largest team on the largest plan. */
export interface EnterpriseSandbox {
  readonly sandbox: RunningSandbox;
  readonly key: string;
  /** Website ids. */
  readonly websites: readonly string[];
  /** Requests with this key in the sandbox's log. */
  countRequests(): Promise<number>;
}

const keyLabel = 'bench';

/** `websites` is the number of website ids to return. */
export async function startEnterpriseSandbox(options: {
  readonly form: SandboxForm;
  readonly websites: number;
  readonly now?: string;
}): Promise<EnterpriseSandbox> {
  const { form, websites, now } = options;
  const sandbox = await startSandbox({ form, seed: nextSeed(), ...(now ? { now } : {}) });
  const key = await sandbox.admin.createKey({ label: keyLabel, plan: 'enterprise', team: 'many' });
  const headers = { authorization: `Bearer ${key}` };
  const answer = await sandbox.fetch(new Request(`${sandbox.baseUrl}/api/v1/websites`, { headers }));
  const list = (await answer.json()) as { websites: readonly { id: string }[] };
  await sandbox.admin.resetRequests();
  return {
    sandbox,
    key,
    websites: list.websites.slice(0, websites).map(({ id }) => id),
    countRequests: async () => (await sandbox.admin.requests()).byKey[keyLabel] ?? 0,
  };
}

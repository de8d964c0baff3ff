import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import type { Form } from '../contenders/question.ts';
import { freshSeed } from './fresh-seed.ts';

/** A sandbox with a key of the largest team on the largest plan. */
export interface WideSandbox {
  readonly sandbox: RunningSandbox;
  readonly key: string;
  /** Ids. */
  readonly websites: readonly string[];
  /** Requests that came with the key, by the sandbox's log. */
  sent(): Promise<number>;
}

const label = 'bench';

/** Starts one; `websites` is how many of the team's are wanted. */
export async function startWideSandbox(options: {
  readonly form: Form;
  readonly websites: number;
  readonly now?: string;
}): Promise<WideSandbox> {
  const { form, websites, now } = options;
  const sandbox = await startSandbox({ form, seed: freshSeed(), ...(now ? { now } : {}) });
  const key = await sandbox.admin.createKey({ label, plan: 'enterprise', team: 'many' });
  const headers = { authorization: `Bearer ${key}` };
  const answer = await sandbox.fetch(new Request(`${sandbox.baseUrl}/api/v1/websites`, { headers }));
  const list = (await answer.json()) as { websites: readonly { id: string }[] };
  await sandbox.admin.resetRequests();
  return {
    sandbox,
    key,
    websites: list.websites.slice(0, websites).map(({ id }) => id),
    sent: async () => (await sandbox.admin.requests()).byKey[label] ?? 0,
  };
}

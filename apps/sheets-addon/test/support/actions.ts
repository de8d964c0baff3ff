import type { ScriptHost } from '@answershare/apps-script';
import type { ActionInput, ActionName, ActionResult } from '../../src/actions/actions.ts';
import type { BatchQuestion, GatherResult } from '../../src/actions/gather.ts';

type Given<K extends ActionName> = ActionInput<K> extends undefined ? [] : [ActionInput<K>];

/** Has an action done as the sidebar does. @throws with code and sentence where it fails */
export async function done<K extends ActionName>(
  host: ScriptHost,
  name: K,
  ...order: Given<K>
): Promise<ActionResult<K>> {
  const answer = (await host.sidebarCall('act', [name, ...order])) as
    | { ok: true; done: ActionResult<K> }
    | { ok: false; code: string; sentence: string };
  if (!answer.ok) throw new Error(`[${answer.code}] ${answer.sentence}`);
  return answer.done;
}

/** Gathers as the sidebar does, with `wait` in place of the page's timer. */
export async function gathered(
  host: ScriptHost,
  questions: readonly BatchQuestion[],
  freshFrom: number,
  wait: (ms: number, step: GatherResult) => Promise<unknown>,
): Promise<{ fresh: number; steps: number }> {
  let rest = questions;
  let fresh = 0;
  let steps = 0;
  while (rest.length > 0 && steps < 100) {
    const step = await done(host, 'gather', { questions: rest, freshFrom });
    steps += 1;
    fresh += step.fresh;
    rest = step.rest;
    if (rest.length > 0) await wait(step.waitMs, step);
  }
  return { fresh, steps };
}

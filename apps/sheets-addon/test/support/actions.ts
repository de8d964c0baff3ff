import type { ScriptHost } from '@answershare/apps-script';
import type { ActionInput, ActionName, ActionResult } from '../../src/actions/actions.ts';
import type { BatchQuestion, GatherResult } from '../../src/actions/gather.ts';

type InputOf<K extends ActionName> = ActionInput<K> extends undefined ? [] : [ActionInput<K>];

/** Runs an action as the sidebar does. @throws Error with its code and sentence if it fails */
export async function runAction<K extends ActionName>(
  host: ScriptHost,
  name: K,
  ...order: InputOf<K>
): Promise<ActionResult<K>> {
  const answer = (await host.sidebarCall('act', [name, ...order])) as
    | { ok: true; done: ActionResult<K> }
    | { ok: false; code: string; sentence: string };
  if (!answer.ok) throw new Error(`[${answer.code}] ${answer.sentence}`);
  return answer.done;
}

/** Gathers as the sidebar does, with `wait` instead of the page's timer. */
export async function gatherAnswers(
  host: ScriptHost,
  questions: readonly BatchQuestion[],
  freshFrom: number,
  wait: (ms: number, step: GatherResult) => Promise<unknown>,
): Promise<{ fresh: number; steps: number }> {
  let rest = questions;
  let fresh = 0;
  let steps = 0;
  while (rest.length > 0 && steps < 100) {
    const step = await runAction(host, 'gather', { questions: rest, freshFrom });
    steps += 1;
    fresh += step.fresh;
    rest = step.rest;
    if (rest.length > 0) await wait(step.waitMs, step);
  }
  return { fresh, steps };
}

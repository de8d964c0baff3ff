import type { ScriptHost } from '@answershare/apps-script';
import type { ActionName, Done, Order } from '../../src/actions/actions.ts';
import type { Gathered } from '../../src/actions/gather.ts';
import type { Question } from '../../src/actions/questions.ts';

type Given<K extends ActionName> = Order<K> extends undefined ? [] : [Order<K>];

/** Has an action done as the sidebar does. @throws with code and sentence where it fails */
export async function done<K extends ActionName>(
  host: ScriptHost,
  name: K,
  ...order: Given<K>
): Promise<Done<K>> {
  const answer = (await host.sidebarCall('act', [name, ...order])) as
    | { ok: true; done: Done<K> }
    | { ok: false; code: string; sentence: string };
  if (!answer.ok) throw new Error(`[${answer.code}] ${answer.sentence}`);
  return answer.done;
}

/** Gathers as the sidebar does, with `wait` in place of the page's timer. */
export async function gathered(
  host: ScriptHost,
  questions: readonly Question[],
  freshFrom: number,
  wait: (ms: number, step: Gathered) => Promise<unknown>,
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

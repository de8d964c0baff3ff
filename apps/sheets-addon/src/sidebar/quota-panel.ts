import type { FileState, QuotaState } from '../actions/state.ts';
import { button, element, facts, fill, section } from './elements.ts';
import { act } from './server.ts';
import { statusLine } from './talk.ts';
import type { Room } from './view.ts';

/** What is left of the key's requests, and what a full refresh of the file costs. */
export function quotaPanel(room: Room): { readonly place: HTMLElement; show(state: FileState): void } {
  const { say, fault, clock, count } = room.talk;
  const rows = element('div', []);
  const status = statusLine();
  const asOf = element('p', '', 'help');
  let refresh = say('quota.notTold');
  let quota: QuotaState | null = null;

  function limitText(state: QuotaState | null, which: 'minute' | 'day'): string {
    if (state === null) return say('quota.notTold');
    const { limit, remaining, resetAt } = state[which];
    if (remaining === null) {
      const { spentToday } = state;
      return which === 'day' && spentToday !== null
        ? say('quota.spent', { count: spentToday })
        : say('quota.notTold');
    }
    const left =
      limit === null
        ? say('quota.left', { left: count(remaining) })
        : say('quota.leftOf', { left: count(remaining), limit: count(limit) });
    return resetAt === null ? left : `${left}, ${say('quota.until', { time: clock(resetAt) })}`;
  }

  function draw(): void {
    fill(rows, [
      facts([
        [say('quota.minute'), limitText(quota, 'minute')],
        [say('quota.day'), limitText(quota, 'day')],
        [say('quota.refresh'), refresh],
      ]),
    ]);
    asOf.textContent =
      quota === null || quota.at === null ? '' : say('quota.asOf', { time: clock(quota.at) });
  }

  async function countRefresh(): Promise<void> {
    counting.disabled = true;
    status.tell('busy', say('refresh.planning'));
    const answer = await act('planRefresh');
    counting.disabled = false;
    if (!answer.ok) {
      status.tell('fails', fault(answer));
      return;
    }
    const { requests, uncounted } = answer.done;
    if (uncounted > 0) status.tell('none', say('refresh.uncounted', { count: uncounted }));
    else status.clear();
    refresh = say('quota.requests', { count: requests });
    draw();
    counting.focus();
  }

  const counting = button(say('quota.count'), () => void countRefresh());
  draw();
  return {
    place: section(say('quota.title'), [rows, asOf, status.place, element('div', [counting], 'actions')]),
    show(state) {
      quota = state.quota;
      draw();
    },
  };
}

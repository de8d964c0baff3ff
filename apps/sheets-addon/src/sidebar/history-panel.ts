import type { FileState } from '../actions/state.ts';
import { button, element, section } from './elements.ts';
import { progress } from './progress.ts';
import { act } from './server.ts';
import { statusLine } from './talk.ts';
import type { Room } from './view.ts';

/** Records today in the history, and tells how far it goes. */
export function historyPanel(room: Room): { readonly place: HTMLElement; show(state: FileState): void } {
  const { say, fault } = room.talk;
  const status = statusLine();
  const running = progress(room.talk, status);
  const last = element('p', '', 'help');
  const record = button(say('history.record'), () => void recordToday());

  function failed(failure: { readonly code: string; readonly sentence: string }): void {
    status.tell('fails', fault(failure));
    record.disabled = false;
    record.focus();
  }

  async function recordToday(): Promise<void> {
    record.disabled = true;
    status.tell('busy', say('say.wait'));
    const plan = await act('planTracking');
    if (!plan.ok) {
      failed(plan);
      return;
    }
    const { fresh, total, cancelled } = await running.run(plan.done.questions, plan.done.freshFrom);
    if (cancelled) {
      failed({ code: 'refused', sentence: say('refresh.cancelled', { done: fresh, total }) });
      return;
    }
    const answer = await act('track');
    if (!answer.ok) {
      failed(answer);
      return;
    }
    const { added, filled, fault: missing } = answer.done;
    const done = say('history.recorded', { count: added, filled });
    status.tell(missing === null ? 'works' : 'fails', missing === null ? done : `${done} ${missing}`);
    record.disabled = false;
    record.focus();
    await room.look();
  }

  return {
    place: section(say('history.title'), [
      element('p', say('history.help'), 'help'),
      last,
      status.place,
      running.place,
      element('div', [record], 'actions'),
    ]),
    show({ history }) {
      last.textContent =
        history === null || history.lastDay === null
          ? say('history.none')
          : say('history.last', { tab: history.tab, date: history.lastDay });
    },
  };
}

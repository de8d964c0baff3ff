import type { FileState, QuotaState } from '../actions/file-state.ts';
import type { RefreshPlan } from '../actions/refresh.ts';
import type { FailedAnswer } from '../connection/connection.ts';
import { button, checkbox, element, facts, fill, section } from './elements.ts';
import { callAct } from './server.ts';
import { progressBar, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** Pauses and resumes the file's requests. */
export function pauseSwitch(room: ViewContext): {
  readonly place: HTMLElement;
  show(state: FileState): void;
} {
  const { say, fault } = room.talk;
  const status = statusLine();
  const { place, box } = checkbox(say('pause.label'));

  async function change(): Promise<void> {
    const paused = box.checked;
    box.disabled = true;
    const answer = await callAct('pause', { paused });
    box.disabled = false;
    if (answer.ok) {
      const [standing] = answer.done.faults;
      if (standing !== undefined) status.tell('fails', `${say('pause.off')} ${standing}`);
      else status.tell(paused ? 'none' : 'works', say(paused ? 'pause.on' : 'pause.off'));
    } else {
      box.checked = !paused;
      status.tell('fails', fault(answer));
    }
    box.focus();
    await room.look();
  }

  box.addEventListener('change', () => void change());
  return {
    place: section(say('pause.title'), [place, element('p', say('pause.help'), 'help'), status.place]),
    show({ paused }) {
      box.checked = paused;
      if (paused) status.tell('none', say('pause.on'));
    },
  };
}

/** Refreshes the whole file with progress, and pauses its requests. */
export function refreshView(room: ViewContext): SidebarView {
  const { say, fault, moment, count } = room.talk;
  const status = statusLine();
  const running = progressBar(room.talk, status);
  const cost = element('p', '', 'help');
  const last = element('p', '', 'help');
  const start = button(say('refresh.start'), () => void refresh(), 'action');
  const pause = pauseSwitch(room);

  async function failed(wrong: Pick<FailedAnswer, 'code' | 'sentence'>): Promise<void> {
    over('fails', fault(wrong));
    await room.look();
  }

  function over(tone: 'works' | 'fails' | 'none', text: string): void {
    status.tell(tone, text);
    start.disabled = false;
    start.focus();
  }

  function planText({ formulas, uncounted, reports, requests, minutes, leftToday }: RefreshPlan): string {
    const text = say('refresh.plan', {
      formulas: say('refresh.formulas', { count: formulas }),
      reports: say('refresh.reports', { count: reports }),
      requests: say('quota.requests', { count: requests }),
      minutes: say('report.minutes', { count: minutes }),
    });
    const short = leftToday !== null && leftToday < requests;
    return [
      text,
      uncounted > 0 ? say('refresh.uncounted', { count: uncounted }) : '',
      short ? say('refresh.overDay', { left: count(leftToday) }) : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' ');
  }

  async function refresh(): Promise<void> {
    start.disabled = true;
    status.tell('busy', say('refresh.planning'));
    const plan = await callAct('planRefresh');
    if (!plan.ok) return failed(plan);
    const { questions, freshFrom, formulas, reports } = plan.done;
    if (formulas === 0 && reports === 0) return over('none', say('refresh.nothing'));
    cost.textContent = planText(plan.done);
    const { fresh, total, fault: wrong, cancelled } = await running.run(questions, freshFrom);
    const facts = { done: fresh, total };
    if (cancelled) return over('none', say('refresh.cancelled', facts));
    status.tell('busy', say('refresh.writing'));
    const answer = await callAct('finishRefresh', { freshFrom, fresh, total });
    if (!answer.ok) return failed(answer);
    const [first] = answer.done.faults;
    if (wrong !== null) over('fails', say('refresh.doneFailed', { ...facts, sentence: fault(wrong) }));
    else if (first !== undefined) over('fails', say('refresh.doneFailed', { ...facts, sentence: first }));
    else over('works', say('refresh.done', facts));
    await room.look();
  }

  const panel = element('div', [
    section(say('refresh.title'), [
      element('p', say('refresh.help'), 'help'),
      last,
      cost,
      status.place,
      running.place,
      element('div', [start], 'actions'),
    ]),
    pause.place,
  ]);
  return {
    panel,
    show(state) {
      pause.show(state);
      start.disabled = state.paused;
      last.textContent =
        state.refreshedAt === 0
          ? say('refresh.never')
          : say('refresh.last', { when: moment(state.refreshedAt) });
      if (state.restored) status.tell('none', say('refresh.restored'));
    },
    opened: () => undefined,
  };
}

/** Shows the key's requests left and the cost of a full refresh. */
export function quotaPanel(room: ViewContext): { readonly place: HTMLElement; show(state: FileState): void } {
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
    const answer = await callAct('planRefresh');
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

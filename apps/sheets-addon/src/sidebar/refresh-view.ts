import type { RefreshPlan } from '../actions/plan-refresh.ts';
import type { Failed } from '../connection/status.ts';
import { button, element, section } from './elements.ts';
import { pauseSwitch } from './pause-switch.ts';
import { progress } from './progress.ts';
import { act } from './server.ts';
import { statusLine } from './talk.ts';
import type { Room, View } from './view.ts';

/** Refreshes the whole file with progress, and pauses its requests. */
export function refreshView(room: Room): View {
  const { say, fault, moment, count } = room.talk;
  const status = statusLine();
  const running = progress(room.talk, status);
  const cost = element('p', '', 'help');
  const last = element('p', '', 'help');
  const start = button(say('refresh.start'), () => void refresh(), 'action');
  const pause = pauseSwitch(room);

  async function failed(wrong: Pick<Failed, 'code' | 'sentence'>): Promise<void> {
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
    const plan = await act('planRefresh');
    if (!plan.ok) return failed(plan);
    const { questions, freshFrom, formulas, reports } = plan.done;
    if (formulas === 0 && reports === 0) return over('none', say('refresh.nothing'));
    cost.textContent = planText(plan.done);
    const { fresh, total, fault: wrong, cancelled } = await running.run(questions, freshFrom);
    const facts = { done: fresh, total };
    if (cancelled) return over('none', say('refresh.cancelled', facts));
    status.tell('busy', say('refresh.writing'));
    const answer = await act('finishRefresh', { freshFrom, fresh, total });
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

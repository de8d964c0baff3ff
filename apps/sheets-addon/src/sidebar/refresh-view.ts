import type { FileState } from '../actions/file-state.ts';
import type { RefreshPlan } from '../actions/refresh.ts';
import { isTransientCode } from '../cells/fault-text.ts';
import type { FailedAnswer } from '../connection/connection.ts';
import { button, checkbox, element, section } from './elements.ts';
import { failedFormulas } from './failed-panel.ts';
import { callAction } from './server.ts';
import { progressBar, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** Pauses and resumes the file's requests. */
function pauseSwitch(context: ViewContext): {
  readonly root: HTMLElement;
  show(state: FileState): void;
} {
  const { t, fault } = context.messages;
  const status = statusLine();
  const { root, box } = checkbox(t('pause.label'));

  async function change(): Promise<void> {
    const paused = box.checked;
    box.disabled = true;
    const answer = await callAction('pause', { paused });
    box.disabled = false;
    if (answer.ok) {
      const [skipped] = answer.done.faults;
      if (skipped !== undefined) status.show('fails', `${t('pause.off')} ${skipped}`);
      else status.show(paused ? 'none' : 'works', t(paused ? 'pause.on' : 'pause.off'));
    } else {
      box.checked = !paused;
      status.show('fails', fault(answer));
    }
    box.focus();
    await context.reload();
  }

  box.addEventListener('change', () => void change());
  return {
    root: section(t('pause.title'), [root, element('p', t('pause.help'), 'help'), status.root]),
    show({ paused }) {
      box.checked = paused;
      if (paused) status.show('none', t('pause.on'));
    },
  };
}

/** Refreshes the whole file with progress, schedules it, and pauses its requests. */
export function refreshView(context: ViewContext, schedule: SidebarView): SidebarView {
  const { t, fault, moment, count } = context.messages;
  const status = statusLine();
  const running = progressBar(context.messages, status);
  const cost = element('p', '', 'help');
  const last = element('p', '', 'help');
  const start = button(t('refresh.start'), () => void refresh(), 'action');
  const countButton = button(t('quota.count'), () => void countRequests(), 'quiet');
  const pause = pauseSwitch(context);
  const failed = failedFormulas(context);
  let isRunning = false;

  async function countRequests(): Promise<void> {
    countButton.disabled = true;
    status.show('busy', t('refresh.planning'));
    const plan = await callAction('planRefresh');
    countButton.disabled = false;
    countButton.focus();
    if (!plan.ok) {
      status.show('fails', fault(plan));
      return;
    }
    status.clear();
    const isEmpty = plan.done.formulas === 0 && plan.done.reports === 0;
    cost.textContent = isEmpty ? t('refresh.nothing') : planText(plan.done);
  }

  async function showFailure(failure: Pick<FailedAnswer, 'code' | 'sentence'>): Promise<void> {
    finish('fails', fault(failure));
    await context.reload();
  }

  function finish(tone: 'works' | 'fails' | 'none', text: string): void {
    status.show(tone, text);
    isRunning = false;
    start.disabled = false;
    start.focus();
  }

  function planText({ formulas, uncounted, reports, requests, minutes, leftToday }: RefreshPlan): string {
    const text = t('refresh.plan', {
      answers: t('refresh.answers', { count: requests - 1 }),
      formulas: t('refresh.formulas', { count: formulas }),
      reports: t('refresh.reports', { count: reports }),
      requests: t('quota.requests', { count: requests }),
      minutes: t('report.minutes', { count: minutes }),
    });
    return [
      text,
      uncounted > 0 ? t('refresh.uncounted', { count: uncounted }) : '',
      leftToday === null
        ? ''
        : t(leftToday < requests ? 'refresh.overDay' : 'refresh.leftToday', { left: count(leftToday) }),
    ]
      .filter((sentence) => sentence !== '')
      .join(' ');
  }

  async function refresh(): Promise<void> {
    isRunning = true;
    start.disabled = true;
    status.show('busy', t('refresh.planning'));
    const plan = await callAction('planRefresh');
    if (!plan.ok) return showFailure(plan);
    const { questions, freshFrom, formulas, reports } = plan.done;
    if (formulas === 0 && reports === 0) return finish('none', t('refresh.nothing'));
    cost.textContent = planText(plan.done);
    const { fresh, total, fault: failure, cancelled } = await running.run(questions, freshFrom);
    const facts = { done: fresh, total };
    if (cancelled) return finish('none', t('refresh.cancelled', facts));
    status.show('busy', t('refresh.writing'));
    const answer = await callAction('finishRefresh', { freshFrom, fresh, total });
    if (!answer.ok) return showFailure(answer);
    const [first] = answer.done.faults;
    if (failure !== null) {
      // A cell shows its older answer in place of a transient fault only.
      const key = isTransientCode(failure.code) ? 'refresh.doneFailed' : 'refresh.doneRefused';
      finish('fails', t(key, { ...facts, sentence: fault(failure) }));
    } else if (first !== undefined) finish('fails', t('refresh.doneFailed', { ...facts, sentence: first }));
    else if (total === 0) finish('none', t('refresh.ranAgain', { count: answer.done.cells }));
    else finish('works', t('refresh.done', facts));
    await context.reload();
  }

  const panel = element('div', [
    section(t('refresh.title'), [
      element('p', t('refresh.help'), 'help'),
      last,
      cost,
      status.root,
      running.root,
      element('div', [start, countButton], 'actions'),
    ]),
    failed.root,
    ...schedule.panel.children,
    pause.root,
  ]);
  return {
    panel,
    show(state) {
      pause.show(state);
      schedule.show(state);
      if (!panel.hidden) void failed.load();
      start.disabled = state.paused || isRunning;
      last.textContent =
        state.refreshedAt === 0 ? t('refresh.never') : t('refresh.last', { when: moment(state.refreshedAt) });
      if (state.restored) status.show('none', t('refresh.restored'));
    },
    opened: schedule.opened,
  };
}

import type { FileState } from '../actions/file-state.ts';
import { dayChoices, formatPace, isHourly, type Pace, paces } from '../actions/schedule.ts';
import type { ScheduleInput, SchedulePlan } from '../actions/set-schedule.ts';
import { alertPanel } from './alert-panel.ts';
import { button, checkbox, element, fill, fillChoices, labelField, section } from './elements.ts';
import { callAction } from './server.ts';
import { progressBar, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** Schedules refreshes, within the plan's limits. */
export function scheduleView(context: ViewContext): SidebarView {
  const { t, fault, count, moment, weekday } = context.messages;
  const status = statusLine();
  const cost = element('p', '', 'help');
  cost.setAttribute('aria-live', 'polite');
  const pace = element('select', []);
  const day = element('select', []);
  const hour = element('select', []);
  const plan = element('select', []);
  const tracking = checkbox(t('schedule.tracking'));
  const alerts = checkbox(t('schedule.alerts'));
  const timeFields = element('div', [], 'stack');
  const run = element('div', []);
  const save = button(t('do.save'), () => void store(readInput(), save), 'action');
  const take = button(t('schedule.take'), () => void (saved && store(saved, take)));

  fillChoices(
    pace,
    paces.map((value) => ({ value, text: formatPace(t, value) })),
  );
  fillChoices(
    hour,
    Array.from({ length: 24 }, (_, at) => ({ value: String(at), text: `${at}:00` })),
  );

  const readInput = (): ScheduleInput => ({
    pace: pace.value as Pace,
    hour: Number(hour.value),
    day: Number(day.value) || 1,
    tracking: tracking.box.checked,
    alerts: alerts.box.checked,
    plan: plan.value as ScheduleInput['plan'],
  });

  /** Shows the fields of a pace: its day and its hour. */
  function showTimes(zone: string): void {
    const chosen = pace.value as Pace;
    const isWeek = chosen === 'week';
    // No month is shorter than 28 days; day 31 is the last one of each.
    const values = Array.from({ length: dayChoices(chosen) }, (_, at) => at + 1).filter(
      (value) => value <= 28 || value === 31,
    );
    fillChoices(
      day,
      values.map((value) => ({
        value: String(value),
        text: isWeek ? weekday(value) : value === 31 ? t('schedule.lastDay') : String(value),
      })),
    );
    const dayField = labelField(t(isWeek ? 'schedule.weekday' : 'schedule.monthDay'), day);
    const hourField = labelField(t('schedule.hour', { zone }), hour);
    const hasHour = chosen !== 'off' && !isHourly(chosen);
    fill(timeFields, hasHour ? (values.length > 0 ? [dayField, hourField] : [hourField]) : []);
  }

  function costText(plan: SchedulePlan): string {
    const { uncounted } = plan;
    const more = uncounted > 0 ? ` ${t('refresh.uncounted', { count: uncounted })}` : '';
    return countedText(plan) + more;
  }

  function countedText({ perRun, perDay, usable, fits, closest }: SchedulePlan): string {
    const day = t('quota.requests', { count: perDay });
    if (fits)
      return t('schedule.cost', {
        run: t('quota.requests', { count: perRun }),
        day,
        usable: count(usable),
      });
    const best =
      closest === null ? t('schedule.noneFits') : t('schedule.closest', { pace: formatPace(t, closest) });
    return t('schedule.tooMuch', { day, usable: count(usable), closest: best });
  }

  async function changed(): Promise<void> {
    status.clear();
    if (pace.value === 'off') {
      cost.textContent = '';
      return;
    }
    const input = readInput();
    cost.textContent = t('formula.counting');
    const answer = await callAction('planSchedule', input);
    if (JSON.stringify(input) === JSON.stringify(readInput())) {
      cost.textContent = answer.ok ? costText(answer.done) : fault(answer);
    }
  }

  async function store(input: ScheduleInput, pressed: HTMLButtonElement): Promise<void> {
    pressed.disabled = true;
    status.show('busy', t('say.wait'));
    const answer = await callAction('saveSchedule', input);
    pressed.disabled = false;
    if (answer.ok) status.show('works', t('schedule.saved', { pace: formatPace(t, answer.done.pace) }));
    else status.show('fails', fault(answer));
    pressed.focus();
    if (answer.ok) await context.reload();
  }

  pace.addEventListener('change', () => showTimes(fileZone));
  for (const control of [pace, day, hour, plan, tracking.box])
    control.addEventListener('change', () => void changed());
  const form = element(
    'div',
    [
      labelField(t('schedule.how'), pace),
      timeFields,
      labelField(t('schedule.plan'), plan),
      tracking.root,
      alerts.root,
      cost,
      status.root,
      element('div', [save], 'actions'),
      element('p', t('schedule.others'), 'note'),
    ],
    'stack',
  );
  const figureAlerts = alertPanel(context);
  const absent = element('p', t('schedule.absent'), 'help');
  absent.hidden = true;

  /** With whose account it runs; another editor can take it over. */
  function showOwner({ pace, isOwn, by }: FileState['schedule']): readonly HTMLElement[] {
    if (pace === 'off') return [];
    if (isOwn) return [element('p', t('schedule.own'))];
    return [
      element('p', t('schedule.ownedBy', { user: by || t('alert.anEditor') })),
      element('div', [take], 'actions'),
    ];
  }

  function showRun({ run: last, zone, schedule }: FileState): void {
    const { staleSince: silentSince, nextRun } = schedule;
    saved = schedule;
    const notice =
      silentSince !== null
        ? [element('p', t('run.silent', { when: moment(silentSince) }), 'problem')]
        : nextRun === null
          ? []
          : [element('p', t('run.next', { when: moment(nextRun), zone }))];
    const warning = [...notice, ...showOwner(schedule)];
    if (last === null) {
      fill(run, warning.concat(element('p', t('run.none'), 'help')));
      return;
    }
    const when = moment(last.at);
    if (last.faults.length === 0) fill(run, warning.concat(element('p', t('run.well', { when }))));
    else {
      const list = element(
        'ul',
        last.faults.map((text) => element('li', text)),
        'problem',
      );
      fill(run, [...warning, element('p', t('run.failed', { when }), 'problem'), list]);
    }
  }

  let saved: ScheduleInput | null = null;
  let fileZone = '';
  let shownPlan: string | null = null;
  let isRendered = false;
  let isVisible = false;
  return {
    panel: element('div', [
      section(t('schedule.title'), [form, absent]),
      section(t('run.title'), [run]),
      figureAlerts.root,
    ]),
    show(state) {
      const { schedule, plans, zone } = state;
      form.hidden = !schedule.there;
      absent.hidden = schedule.there;
      showRun(state);
      figureAlerts.show(state);
      const isOther = schedule.plan !== shownPlan;
      shownPlan = schedule.plan;
      if (isRendered && isOther && plan.value !== schedule.plan) {
        plan.value = schedule.plan;
        if (isVisible) void changed();
      }
      if (isRendered) return;
      isRendered = true;
      fillChoices(
        plan,
        plans.map(({ name, perDay, perMinute }) => {
          const title = name.charAt(0).toUpperCase() + name.slice(1);
          return {
            value: name,
            text: t('schedule.planEntry', {
              plan: title,
              day: count(perDay),
              minute: count(perMinute),
            }),
          };
        }),
      );
      pace.value = schedule.pace;
      fileZone = zone;
      showTimes(zone);
      day.value = String(schedule.day);
      hour.value = String(schedule.hour);
      plan.value = schedule.plan;
      tracking.box.checked = schedule.tracking;
      alerts.box.checked = schedule.alerts;
      alerts.root.hidden = !schedule.canMail;
      if (isVisible) void changed();
    },
    opened() {
      isVisible = true;
      figureAlerts.opened();
      if (isRendered) void changed();
    },
  };
}

/** Records today in the history and shows its latest day. */
export function historyPanel(context: ViewContext): {
  readonly root: HTMLElement;
  show(state: FileState): void;
} {
  const { t, fault } = context.messages;
  const status = statusLine();
  const running = progressBar(context.messages, status);
  const last = element('p', '', 'help');
  const record = button(t('history.record'), () => void recordToday());

  function showFailure(failure: { readonly code: string; readonly sentence: string }): void {
    status.show('fails', fault(failure));
    record.disabled = false;
    record.focus();
  }

  async function recordToday(): Promise<void> {
    record.disabled = true;
    status.show('busy', t('say.wait'));
    const plan = await callAction('planTracking');
    if (!plan.ok) {
      showFailure(plan);
      return;
    }
    const { fresh, total, cancelled } = await running.run(plan.done.questions, plan.done.freshFrom);
    if (cancelled) {
      showFailure({ code: 'refused', sentence: t('refresh.cancelled', { done: fresh, total }) });
      return;
    }
    const answer = await callAction('track');
    if (!answer.ok) {
      showFailure(answer);
      return;
    }
    const { added, filled, fault: missing } = answer.done;
    const done = t('history.recorded', { count: added, filled });
    status.show(missing === null ? 'works' : 'fails', missing === null ? done : `${done} ${missing}`);
    record.disabled = false;
    record.focus();
    await context.reload();
  }

  return {
    root: section(t('history.title'), [
      element('p', t('history.help'), 'help'),
      last,
      status.root,
      running.root,
      element('div', [record], 'actions'),
    ]),
    show({ history }) {
      last.textContent =
        history === null || history.lastDay === null
          ? t('history.none')
          : t('history.last', { tab: history.tab, date: history.lastDay });
    },
  };
}

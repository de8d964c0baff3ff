import type { FileState } from '../actions/file-state.ts';
import { formatPace, type Pace, paces } from '../actions/schedule.ts';
import type { ScheduleInput, SchedulePlan } from '../actions/set-schedule.ts';
import { button, checkbox, element, fill, fillChoices, labelField, section } from './elements.ts';
import { callAct } from './server.ts';
import { progressBar, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** Schedules refreshes, within the plan's limits. */
export function scheduleView(room: ViewContext): SidebarView {
  const { say, fault, count, moment } = room.talk;
  const status = statusLine();
  const cost = element('p', '', 'help');
  cost.setAttribute('aria-live', 'polite');
  const pace = element('select', []);
  const hour = element('select', []);
  const plan = element('select', []);
  const tracking = checkbox(say('schedule.tracking'));
  const hourPlace = element('div', []);
  const run = element('div', []);
  const save = button(say('do.save'), () => void store(), 'action');

  fillChoices(
    pace,
    paces.map((value) => ({ value, text: formatPace(say, value) })),
  );
  fillChoices(
    hour,
    Array.from({ length: 24 }, (_, at) => ({ value: String(at), text: `${at}:00` })),
  );

  const order = (): ScheduleInput => ({
    pace: pace.value as Pace,
    hour: Number(hour.value),
    tracking: tracking.box.checked,
    plan: plan.value as ScheduleInput['plan'],
  });

  function costText(plan: SchedulePlan): string {
    const { uncounted } = plan;
    const more = uncounted > 0 ? ` ${say('refresh.uncounted', { count: uncounted })}` : '';
    return countedText(plan) + more;
  }

  function countedText({ perRun, perDay, usable, fits, closest }: SchedulePlan): string {
    const day = say('quota.requests', { count: perDay });
    if (fits)
      return say('schedule.cost', {
        run: say('quota.requests', { count: perRun }),
        day,
        usable: count(usable),
      });
    const best =
      closest === null
        ? say('schedule.noneFits')
        : say('schedule.closest', { pace: formatPace(say, closest) });
    return say('schedule.tooMuch', { day, usable: count(usable), closest: best });
  }

  async function changed(): Promise<void> {
    hourPlace.hidden = pace.value !== 'day';
    status.clear();
    if (pace.value === 'off') {
      cost.textContent = '';
      return;
    }
    const asked = order();
    cost.textContent = say('formula.counting');
    const answer = await callAct('planSchedule', asked);
    if (JSON.stringify(asked) === JSON.stringify(order())) {
      cost.textContent = answer.ok ? costText(answer.done) : fault(answer);
    }
  }

  async function store(): Promise<void> {
    save.disabled = true;
    status.tell('busy', say('say.wait'));
    const answer = await callAct('saveSchedule', order());
    save.disabled = false;
    if (answer.ok) status.tell('works', say('schedule.saved', { pace: formatPace(say, answer.done.pace) }));
    else status.tell('fails', fault(answer));
    save.focus();
    if (answer.ok) await room.look();
  }

  for (const control of [pace, hour, plan, tracking.box])
    control.addEventListener('change', () => void changed());
  const form = element(
    'div',
    [
      labelField(say('schedule.how'), pace),
      hourPlace,
      labelField(say('schedule.plan'), plan),
      tracking.place,
      cost,
      status.place,
      element('div', [save], 'actions'),
      element('p', say('schedule.others'), 'note'),
    ],
    'stack',
  );
  const absent = element('p', say('schedule.absent'), 'help');
  absent.hidden = true;

  function showRun({ run: last, schedule: { silentSince } }: FileState): void {
    const silent =
      silentSince === null ? [] : [element('p', say('run.silent', { when: moment(silentSince) }), 'problem')];
    if (last === null) {
      fill(run, silent.concat(element('p', say('run.none'), 'help')));
      return;
    }
    const when = moment(last.at);
    if (last.faults.length === 0) fill(run, silent.concat(element('p', say('run.well', { when }))));
    else {
      const list = element(
        'ul',
        last.faults.map((text) => element('li', text)),
        'problem',
      );
      fill(run, [...silent, element('p', say('run.failed', { when }), 'problem'), list]);
    }
  }

  let shownPlan: string | null = null;
  let drawn = false;
  let seen = false;
  return {
    panel: element('div', [section(say('schedule.title'), [form, absent]), section(say('run.title'), [run])]),
    show(state) {
      const { schedule, plans, zone } = state;
      form.hidden = !schedule.there;
      absent.hidden = schedule.there;
      showRun(state);
      const isOther = schedule.plan !== shownPlan;
      shownPlan = schedule.plan;
      if (drawn && isOther && plan.value !== schedule.plan) {
        plan.value = schedule.plan;
        if (seen) void changed();
      }
      if (drawn) return;
      drawn = true;
      fillChoices(
        plan,
        plans.map(({ name, perDay, perMinute }) => {
          const title = name.charAt(0).toUpperCase() + name.slice(1);
          return {
            value: name,
            text: say('schedule.planEntry', { plan: title, day: count(perDay), minute: count(perMinute) }),
          };
        }),
      );
      fill(hourPlace, [labelField(say('schedule.hour', { zone }), hour)]);
      pace.value = schedule.pace;
      hour.value = String(schedule.hour);
      plan.value = schedule.plan;
      tracking.box.checked = schedule.tracking;
      hourPlace.hidden = schedule.pace !== 'day';
      if (seen) void changed();
    },
    opened() {
      seen = true;
      if (drawn) void changed();
    },
  };
}

/** Records today in the history and shows its latest day. */
export function historyPanel(room: ViewContext): {
  readonly place: HTMLElement;
  show(state: FileState): void;
} {
  const { say, fault } = room.talk;
  const status = statusLine();
  const running = progressBar(room.talk, status);
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
    const plan = await callAct('planTracking');
    if (!plan.ok) {
      failed(plan);
      return;
    }
    const { fresh, total, cancelled } = await running.run(plan.done.questions, plan.done.freshFrom);
    if (cancelled) {
      failed({ code: 'refused', sentence: say('refresh.cancelled', { done: fresh, total }) });
      return;
    }
    const answer = await callAct('track');
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

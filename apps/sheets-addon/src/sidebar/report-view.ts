import type { FileState } from '../actions/file-state.ts';
import { type ReportKind, reportKinds } from '../actions/report.ts';
import { button, element, fill, fillChoices, labelField, section } from './elements.ts';
import { historyPanel } from './schedule-view.ts';
import { callAct } from './server.ts';
import { progressBar, type SidebarView, statusLine, type ViewContext } from './view.ts';
import { toId, websitePicker } from './website-picker.ts';

/** Inserts reports, lists the present ones, and records the history. */
export function reportView(room: ViewContext): SidebarView {
  const { say, fault, moment } = room.talk;
  const status = statusLine();
  const running = progressBar(room.talk, status);
  const kind = element('select', []);
  fillChoices(
    kind,
    reportKinds.map((value) => ({ value, text: say(`report.${value}`) })),
  );
  const as = element('select', []);
  fillChoices(as, [
    { value: 'values', text: say('report.values') },
    { value: 'formulas', text: say('report.formulas') },
  ]);
  const picker = websitePicker(room, [], toId, () => status.clear());
  const ofAll = (): boolean => kind.value === 'overview';
  kind.addEventListener('change', () => {
    picker.place.hidden = ofAll();
    status.clear();
  });
  picker.place.hidden = ofAll();
  const insert = button(say('report.insert'), () => void write(), 'action');
  const list = element('div', []);
  const history = historyPanel(room);

  function failed(failure: { readonly code: string; readonly sentence: string }): void {
    status.tell('fails', fault(failure));
    insert.disabled = false;
    insert.focus();
  }

  async function write(): Promise<void> {
    const website = ofAll() ? '' : picker.select.value;
    if (!ofAll() && website === '') {
      status.tell('fails', say('formula.needsWebsite'));
      picker.select.focus();
      return;
    }
    const order = {
      kind: kind.value as ReportKind,
      website,
      as: as.value === 'values' ? 'values' : 'formulas',
    } as const;
    insert.disabled = true;
    status.tell('busy', say('say.wait'));
    const plan = await callAct('planReport', order);
    if (!plan.ok) {
      failed(plan);
      return;
    }
    const gathered = await running.run(plan.done.questions, 0);
    if (gathered.cancelled) {
      failed({
        code: 'refused',
        sentence: say('refresh.cancelled', { done: gathered.fresh, total: gathered.total }),
      });
      return;
    }
    status.tell('busy', say('say.wait'));
    const answer = await callAct('insertReport', order);
    if (!answer.ok) {
      failed(answer);
      return;
    }
    insert.disabled = false;
    const { tab, fault: missing } = answer.done;
    if (missing === null) status.tell('works', say('report.inserted', { tab }));
    else status.tell('fails', say('report.insertedPart', { tab, sentence: missing }));
    insert.focus();
    await room.look();
  }

  function entry({ title, readAt, fault: wrong }: FileState['reports'][number]): HTMLElement {
    const line = element('li', say('report.entry', { title, when: moment(readAt) }));
    if (wrong !== null) line.append(element('p', wrong, 'problem'));
    return line;
  }

  const panel = element('div', [
    section(say('report.title'), [
      labelField(say('report.kind'), kind),
      picker.place,
      labelField(say('report.as'), as),
      status.place,
      running.place,
      element('div', [insert], 'actions'),
    ]),
    section(say('report.list'), [list]),
    history.place,
  ]);
  return {
    panel,
    show(state) {
      const { reports } = state;
      fill(
        list,
        reports.length === 0
          ? [element('p', say('report.none'), 'help')]
          : [element('ul', reports.map(entry))],
      );
      history.show(state);
    },
    opened: () => void picker.load(),
  };
}

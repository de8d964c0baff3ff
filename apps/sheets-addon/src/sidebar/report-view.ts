import type { FileState } from '../actions/file-state.ts';
import { type ReportKind, reportKinds } from '../actions/report.ts';
import { button, element, fill, fillChoices, labelField, section } from './elements.ts';
import { historyPanel } from './schedule-view.ts';
import { callAction } from './server.ts';
import { progressBar, type SidebarView, statusLine, type ViewContext } from './view.ts';
import { toId, websitePicker } from './website-picker.ts';

/** Inserts reports, lists the present ones, and records the history. */
export function reportView(context: ViewContext): SidebarView {
  const { t, fault, moment } = context.messages;
  const status = statusLine();
  const running = progressBar(context.messages, status);
  const kind = element('select', []);
  fillChoices(
    kind,
    reportKinds.map((value) => ({ value, text: t(`report.${value}`) })),
  );
  const as = element('select', []);
  fillChoices(as, [
    { value: 'values', text: t('report.values') },
    { value: 'formulas', text: t('report.formulas') },
  ]);
  const picker = websitePicker(context, t('formula.choose'), toId, () => status.clear());
  const ofAll = (): boolean => kind.value === 'overview';
  kind.addEventListener('change', () => {
    picker.root.hidden = ofAll();
    status.clear();
  });
  picker.root.hidden = ofAll();
  const insert = button(t('report.insert'), () => void write(), 'action');
  const list = element('div', []);
  const history = historyPanel(context);

  function showFailure(failure: { readonly code: string; readonly sentence: string }): void {
    status.show('fails', fault(failure));
    insert.disabled = false;
    insert.focus();
  }

  async function write(): Promise<void> {
    const website = ofAll() ? '' : (picker.chosen() ?? '');
    if (!ofAll() && website === '') {
      status.show('fails', t('report.needsWebsite'));
      picker.input.focus();
      return;
    }
    const input = {
      kind: kind.value as ReportKind,
      website,
      as: as.value === 'values' ? 'values' : 'formulas',
    } as const;
    insert.disabled = true;
    status.show('busy', t('say.wait'));
    const plan = await callAction('planReport', input);
    if (!plan.ok) {
      showFailure(plan);
      return;
    }
    const task = await running.run(plan.done.questions, 0);
    if (task.cancelled) {
      showFailure({
        code: 'refused',
        sentence: t('refresh.cancelled', { done: task.fresh, total: task.total }),
      });
      return;
    }
    status.show('busy', t('say.wait'));
    const answer = await callAction('insertReport', input);
    if (!answer.ok) {
      showFailure(answer);
      return;
    }
    insert.disabled = false;
    const { tab, fault: missing } = answer.done;
    if (missing === null) status.show('works', t('report.inserted', { tab }));
    else status.show('fails', t('report.insertedPart', { tab, sentence: missing }));
    insert.focus();
    await context.reload();
  }

  function entry({ title, readAt, fault: problem }: FileState['reports'][number]): HTMLElement {
    const line = element('li', t('report.entry', { title, when: moment(readAt) }));
    if (problem !== null) line.append(element('p', problem, 'problem'));
    return line;
  }

  const panel = element('div', [
    section(t('report.title'), [
      labelField(t('report.kind'), kind),
      picker.root,
      labelField(t('report.as'), as),
      status.root,
      running.root,
      element('div', [insert], 'actions'),
    ]),
    section(t('report.list'), [list]),
    history.root,
  ]);
  return {
    panel,
    show(state) {
      const { reports } = state;
      fill(
        list,
        reports.length === 0 ? [element('p', t('report.none'), 'help')] : [element('ul', reports.map(entry))],
      );
      history.show(state);
    },
    opened: () => void picker.load(),
  };
}

import type { FileState } from '../actions/file-state.ts';
import { type ReportKind, reportTitles } from '../actions/report-definitions.ts';
import { button, element, fill, fillChoices, labelField, section } from './elements.ts';
import { historyPanel } from './schedule-view.ts';
import { callAction } from './server.ts';
import { progressBar, type SidebarView, statusLine, type ViewContext } from './view.ts';
import { toId, websitePicker } from './website-picker.ts';

/** Freezes the active tab. */
function snapshotPanel({ messages }: ViewContext): HTMLElement {
  const { t, fault } = messages;
  const status = statusLine();
  const freeze = button(t('snapshot.freeze'), () => void run());

  async function run(): Promise<void> {
    freeze.disabled = true;
    status.show('busy', t('say.wait'));
    const answer = await callAction('freezeTab');
    if (!answer.ok) status.show('fails', fault(answer));
    else status.show(answer.done.faults > 0 ? 'fails' : 'works', answer.done.sentence);
    freeze.disabled = false;
    freeze.focus();
  }

  return section(t('snapshot.title'), [
    element('p', t('snapshot.help'), 'help'),
    status.root,
    element('div', [freeze], 'actions'),
  ]);
}

/** `All websites (All websites 2)`: the title, with the tab where two reports have one title. */
const formatReport = ({ title, tab }: FileState['reports'][number]): string =>
  tab === null ? title : `${title} (${tab})`;

/** Inserts reports, lists the present ones, and records the history. */
export function reportView(context: ViewContext): SidebarView {
  const { t, fault, moment } = context.messages;
  const status = statusLine();
  const running = progressBar(context.messages, status);
  const kind = element('select', []);
  fillChoices(
    kind,
    Object.entries(reportTitles).map(([value, title]) => ({ value, text: t(title) })),
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
    insert.disabled = true;
    status.show('busy', t('say.wait'));
    if (!ofAll()) await picker.loaded();
    const found = ofAll() ? { website: '' } : picker.find();
    if (found === null || !('website' in found)) {
      insert.disabled = false;
      status.show('fails', found === null ? t('report.needsWebsite') : fault(found));
      picker.input.focus();
      return;
    }
    const input = {
      kind: kind.value as ReportKind,
      website: found.website,
      as: as.value === 'values' ? 'values' : 'formulas',
    } as const;
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

  const listStatus = statusLine();
  const updating = progressBar(context.messages, listStatus);
  let shown = '';

  async function open(range: string): Promise<void> {
    const answer = await callAction('openReport', { range });
    if (answer.ok) listStatus.clear();
    else listStatus.show('fails', fault(answer));
  }

  async function update(report: FileState['reports'][number]): Promise<void> {
    const { range } = report;
    listStatus.show('busy', t('say.wait'));
    const plan = await callAction('planReportUpdate', { range });
    const task = plan.ok ? await updating.run(plan.done.questions, plan.done.freshFrom) : null;
    const answer = plan.ok ? await callAction('updateReport', { range }) : plan;
    const failure = answer.ok ? (task?.fault ?? null) : answer;
    if (failure !== null) listStatus.show('fails', fault(failure));
    else if (answer.ok && answer.done.fault !== null) listStatus.show('fails', answer.done.fault);
    else listStatus.show('works', t('report.updated', { title: formatReport(report) }));
    await context.reload();
  }

  async function remove(report: FileState['reports'][number]): Promise<void> {
    const answer = await callAction('removeReport', { range: report.range });
    if (answer.ok) listStatus.show('none', t('report.removed', { title: formatReport(report) }));
    else listStatus.show('fails', fault(answer));
    await context.reload();
  }

  function entry(report: FileState['reports'][number]): HTMLElement {
    const { range, readAt, fault: problem } = report;
    const title = formatReport(report);
    const again = button(t('report.update'), () => void update(report), 'link');
    const away = button(t('report.remove'), () => void remove(report), 'link');
    again.setAttribute('aria-label', `${t('report.update')}: ${title}`);
    away.setAttribute('aria-label', `${t('report.remove')}: ${title}`);
    return element('li', [
      button(title, () => void open(range), 'link'),
      element('p', t('report.readAt', { when: moment(readAt) }), 'help'),
      ...(problem === null ? [] : [element('p', problem, 'problem')]),
      element('div', [again, away], 'actions'),
    ]);
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
    section(t('report.list'), [list, listStatus.root, updating.root]),
    history.root,
    snapshotPanel(context),
  ]);
  return {
    panel,
    show(state) {
      const { reports } = state;
      history.show(state);
      // The same list stays, with the focus in it.
      if (JSON.stringify(reports) === shown) return;
      shown = JSON.stringify(reports);
      const isEmpty = reports.length === 0;
      fill(list, [
        isEmpty ? element('p', t('report.none'), 'help') : element('ul', reports.map(entry), 'links'),
      ]);
    },
    opened: () => void picker.load(),
  };
}

import {
  type AlertKind,
  conditionTexts,
  type FigureAlert,
  formatAlertCondition,
  formatAlertFigure,
  toAlertKey,
} from '../actions/alert-rule.ts';
import type { FileState } from '../actions/file-state.ts';
import { formatFormula } from '../formulas/reference.ts';
import { button, element, fill, fillChoices, labelField, section } from './elements.ts';
import { callAction } from './server.ts';
import { statusLine, type ViewContext } from './view.ts';
import { toDomainName, websitePicker } from './website-picker.ts';

/** Figures of a website, as a function and its arguments after the website. */
const figures = [
  { term: 'term.citations', call: ['CITATIONS'] },
  { term: 'term.shareOfVoice', call: ['SHARE_OF_VOICE'] },
  { term: 'term.authority', call: ['AUTHORITY'] },
  { term: 'term.visitors', call: ['ANALYTICS_TOTAL', '7d', 'visitors'] },
] as const;

/** Value of the choice that takes the formula of the selected cell. */
const selectedCell = 'selected';

/** Mails about figures that cross a line: a form and the list. Absent if the build cannot mail. */
export function alertPanel(context: ViewContext): {
  readonly root: HTMLElement;
  show(state: FileState): void;
  opened(): void;
} {
  const { t, fault, moment, count } = context.messages;
  const status = statusLine();
  const figure = element('select', []);
  const condition = element('select', []);
  const limit = element('input', '');
  limit.type = 'text';
  limit.autocomplete = 'off';
  const picker = websitePicker(context, '', toDomainName, () => status.clear());
  const add = button(t('alert.add'), () => void store());
  const list = element('ul', [], 'cards');
  const off = element('p', t('alert.off'), 'help');

  fillChoices(figure, [
    ...figures.map(({ term, call: [name, ...others] }) => ({
      value: name,
      text: others.length === 0 ? t(term) : `${t(term)} (${others[0]})`,
    })),
    { value: selectedCell, text: t('alert.selected') },
  ]);
  figure.addEventListener('change', () => {
    picker.root.hidden = figure.value === selectedCell;
  });
  fillChoices(
    condition,
    Object.entries(conditionTexts).map(([value, key]) => ({ value, text: t(key, { limit: '…' }) })),
  );

  /** The chosen figure's formula; null for the selected cell's. */
  function readFormula(): string | null {
    const chosen = figures.find(({ call: [name] }) => name === figure.value);
    if (chosen === undefined) return null;
    const [name, ...others] = chosen.call;
    const texts = [picker.chosen() ?? picker.input.value, ...others];
    return formatFormula(
      name,
      texts.map((text) => ({ text })),
    );
  }

  async function store(): Promise<void> {
    add.disabled = true;
    status.show('busy', t('say.wait'));
    const answer = await callAction('addFigureAlert', {
      formula: readFormula(),
      condition: condition.value as AlertKind,
      limit: limit.value,
    });
    add.disabled = false;
    add.focus();
    if (answer.ok) {
      limit.value = '';
      status.show('works', t('alert.added', describe(answer.done)));
      await context.reload();
    } else status.show('fails', fault(answer));
  }

  const describe = (alert: FigureAlert): { readonly formula: string; readonly condition: string } => ({
    formula: alert.formula.slice(1),
    condition: formatAlertCondition(t, alert, count),
  });

  function formatState(alert: FigureAlert): string {
    const format = (value: number): string => formatAlertFigure(alert, value, count);
    const last = format(alert.figure);
    if (alert.condition === 'change')
      return t('alert.from', { figure: last, reference: format(alert.reference) });
    return alert.crossedAt === null
      ? t('alert.now', { figure: last })
      : t('alert.since', { figure: last, when: moment(alert.crossedAt) });
  }

  async function remove(alert: FigureAlert): Promise<void> {
    const answer = await callAction('removeFigureAlert', { key: toAlertKey(alert) });
    if (answer.ok) status.show('works', t('alert.removed', describe(alert)));
    else status.show('fails', fault(answer));
    await context.reload();
    // Its own button is gone.
    add.focus();
  }

  function item(alert: FigureAlert): HTMLElement {
    const { formula, condition: text } = describe(alert);
    const removeButton = button(t('report.remove'), () => void remove(alert), 'quiet');
    removeButton.setAttribute('aria-label', t('alert.remove', describe(alert)));
    return element(
      'li',
      [
        element('code', formula),
        element('p', text),
        element('p', formatState(alert), 'help'),
        element('div', [removeButton], 'actions'),
      ],
      'card',
    );
  }

  let shown = '';
  let isVisible = false;
  const loadWebsites = (): void => {
    if (isVisible && !root.hidden) void picker.load();
  };
  const form = [
    element('p', t('alert.help'), 'help'),
    off,
    labelField(t('alert.figure'), figure),
    picker.root,
    labelField(t('alert.condition'), condition),
    labelField(t('alert.limit'), limit),
    status.root,
    element('div', [add], 'actions'),
    list,
  ];
  const root = section(t('alert.title'), []);
  root.hidden = true;
  return {
    root,
    show({ alerts, schedule }) {
      if (!schedule.canMail || !schedule.there) return;
      if (root.hidden) root.append(...form);
      root.hidden = false;
      off.hidden = schedule.pace !== 'off';
      loadWebsites();
      // The same list stays, with the focus in it.
      if (JSON.stringify(alerts) === shown) return;
      shown = JSON.stringify(alerts);
      fill(list, alerts.map(item));
    },
    opened() {
      isVisible = true;
      loadWebsites();
    },
  };
}

import type { FormulaPreview } from '../actions/insert-formula.ts';
import { formatFormula } from '../formulas/reference.ts';
import { button, element, fill, fillChoices, labelField, section } from './elements.ts';
import { type FormulaFields, formulaFields, functionHelp, functionList } from './formula-fields.ts';
import { callAction } from './server.ts';
import { copyButton, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** Cost and value are shown when the user pauses typing. */
const pauseMs = 400;

/** Builds a formula, shows its cost and value, and writes it into the active cell. */
export function formulaView(context: ViewContext): SidebarView {
  const { t, fault, count } = context.messages;
  const status = statusLine();
  const cost = element('p', '', 'help');
  cost.setAttribute('aria-live', 'polite');
  const choice = element('select', []);
  fillChoices(
    choice,
    functionList.map(({ name }) => ({ value: name, text: name })),
  );
  choice.addEventListener('change', () => choose());
  const fieldsRoot = element('div', []);
  const helpRoot = element('div', []);
  const formula = copyButton(context.messages, t('view.formula'), status);
  const insert = button(t('formula.insert'), () => void write(false), 'action');
  const replace = button(t('formula.replace'), () => void write(true));
  replace.hidden = true;
  const value = element('div', []);
  const preview = button(t('formula.showValue'), () => void showPreview(true));
  preview.hidden = true;
  let fields: FormulaFields | null = null;
  let counting: ReturnType<typeof setTimeout> | undefined;

  const costText = (requests: number): string =>
    requests === 0 ? t('formula.costNone') : t('formula.cost', { count: requests });

  function showValue({ shown, rows, columns }: FormulaPreview): void {
    if (shown === null) {
      fill(value, []);
      return;
    }
    const format = (cell: string | number | boolean): string =>
      typeof cell === 'number' ? count(cell) : cell === '' ? t('formula.blank') : String(cell);
    const body = shown.map((row) =>
      element(
        'tr',
        row.map((cell) => element('td', format(cell))),
      ),
    );
    const size = rows * columns > 1 ? t('formula.size', { rows: count(rows), columns: count(columns) }) : '';
    const table = element('table', [element('caption', t('formula.shows')), ...body], 'preview');
    fill(value, size === '' ? [table] : [table, element('p', size, 'help')]);
  }

  async function showPreview(asks: boolean): Promise<void> {
    const text = formula.text();
    if (asks) status.show('busy', t('say.wait'));
    const answer = await callAction('previewFormula', { formula: text, asks });
    if (formula.text() !== text) return;
    const failure = answer.ok ? answer.done.fault : answer;
    const isRefused = answer.ok && answer.done.fault?.inArguments === true;
    insert.disabled = isRefused;
    cost.textContent = answer.ok && !isRefused ? costText(answer.done.requests) : '';
    if (failure !== null) status.show('fails', fault(failure));
    else status.clear();
    if (!answer.ok) return;
    showValue(answer.done);
    preview.hidden = isRefused || answer.done.shown !== null || answer.done.requests === 0;
    if (asks) await context.reload();
  }

  function updatePreview(): void {
    replace.hidden = true;
    preview.hidden = true;
    fill(value, []);
    status.clear();
    clearTimeout(counting);
    const choices = fields?.choices() ?? null;
    insert.disabled = choices === null;
    formula.set(choices === null ? '' : formatFormula(choice.value, choices));
    cost.textContent = choices === null ? t('formula.needsWebsite') : t('formula.counting');
    if (choices !== null) counting = setTimeout(() => void showPreview(false), pauseMs);
  }

  function choose(): void {
    const listed = functionList.find(({ name }) => name === choice.value);
    if (listed === undefined) return;
    fields = formulaFields(context, listed, updatePreview);
    fill(fieldsRoot, [fields.root]);
    fill(helpRoot, [functionHelp(context.messages, listed)]);
    updatePreview();
    void fields.load();
  }

  async function write(replaces: boolean): Promise<void> {
    insert.disabled = true;
    replace.disabled = true;
    status.show('busy', t('say.wait'));
    const answer = await callAction('insertFormula', { formula: formula.text(), replace: replaces });
    insert.disabled = false;
    replace.disabled = false;
    if (!answer.ok) {
      status.show('fails', fault(answer));
      insert.focus();
      return;
    }
    const { written, cell } = answer.done;
    replace.hidden = written;
    if (written) status.show('works', t('formula.inserted', { cell }));
    else status.show('fails', t('formula.occupied', { cell }));
    (written ? insert : replace).focus();
  }

  const panel = element('div', [
    section(t('formula.title'), [
      labelField(t('formula.function'), choice),
      fieldsRoot,
      formula.root,
      cost,
      value,
      status.root,
      element('div', [insert, replace, preview], 'actions'),
      helpRoot,
    ]),
  ]);
  let isOpened = false;
  return {
    panel,
    show: () => undefined,
    opened() {
      if (isOpened) void fields?.load();
      else choose();
      isOpened = true;
    },
  };
}

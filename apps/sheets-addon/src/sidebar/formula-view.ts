import type { FormulaCost } from '../actions/insert-formula.ts';
import { formatFormula } from '../formulas/reference.ts';
import { button, element, fill, fillChoices, labelField, section } from './elements.ts';
import { type FormulaFields, formulaFields, functionHelp, functionList } from './formula-fields.ts';
import { callAction } from './server.ts';
import { copyButton, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** The cost is counted when the user pauses typing. */
const pauseMs = 400;

/** Builds a formula, shows its cost, and writes it into the active cell. */
export function formulaView(context: ViewContext): SidebarView {
  const { t, fault } = context.messages;
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
  const formula = copyButton(context.messages, t('formula.preview'), status);
  const insert = button(t('formula.insert'), () => void write(false), 'action');
  const replace = button(t('formula.replace'), () => void write(true));
  replace.hidden = true;
  let fields: FormulaFields | null = null;
  let counting: ReturnType<typeof setTimeout> | undefined;

  const costText = ({ requests }: FormulaCost): string =>
    requests === 0 ? t('formula.costNone') : t('formula.cost', { count: requests });

  async function countCost(): Promise<void> {
    const text = formula.text();
    const answer = await callAction('formulaCost', { formula: text });
    if (formula.text() !== text) return;
    const failure = answer.ok ? answer.done.fault : answer;
    const isRefused = answer.ok && answer.done.fault?.inArguments === true;
    insert.disabled = isRefused;
    cost.textContent = answer.ok && !isRefused ? costText(answer.done) : '';
    if (failure !== null) status.show('fails', fault(failure));
  }

  function updatePreview(): void {
    replace.hidden = true;
    status.clear();
    clearTimeout(counting);
    const choices = fields?.choices() ?? null;
    insert.disabled = choices === null;
    formula.set(choices === null ? '' : formatFormula(choice.value, choices));
    cost.textContent = choices === null ? t('formula.needsWebsite') : t('formula.counting');
    if (choices !== null) counting = setTimeout(() => void countCost(), pauseMs);
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
    const { written, cell, fault: problem } = answer.done;
    replace.hidden = written;
    if (written && problem !== null)
      status.show('fails', t('formula.insertedFails', { cell, sentence: fault(problem) }));
    else if (written) status.show('works', t('formula.inserted', { cell }));
    else status.show('fails', t('formula.occupied', { cell }));
    (written ? insert : replace).focus();
  }

  const panel = element('div', [
    section(t('formula.title'), [
      labelField(t('formula.function'), choice),
      fieldsRoot,
      formula.root,
      cost,
      status.root,
      element('div', [insert, replace], 'actions'),
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

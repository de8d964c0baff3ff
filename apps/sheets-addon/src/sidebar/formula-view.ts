import type { FormulaCost } from '../actions/insert-formula.ts';
import { formatFormula } from '../formulas/reference.ts';
import { button, element, fill, fillChoices, labelField, section } from './elements.ts';
import { type FormulaFields, formulaFields, functionHelp, functionList } from './formula-fields.ts';
import { callAct } from './server.ts';
import { copyButton, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** The cost is counted when the user pauses typing. */
const pauseMs = 400;

/** Builds a formula, shows its cost, and writes it into the active cell. */
export function formulaView(room: ViewContext): SidebarView {
  const { say, fault, count } = room.talk;
  const status = statusLine();
  const cost = element('p', '', 'help');
  cost.setAttribute('aria-live', 'polite');
  const choice = element('select', []);
  fillChoices(
    choice,
    functionList.map(({ name }) => ({ value: name, text: name })),
  );
  choice.addEventListener('change', () => choose());
  const fieldsPlace = element('div', []);
  const helpPlace = element('div', []);
  const formula = copyButton(room.talk, say('formula.preview'), status);
  const insert = button(say('formula.insert'), () => void write(false), 'action');
  const replace = button(say('formula.replace'), () => void write(true));
  replace.hidden = true;
  let fields: FormulaFields | null = null;
  let counting: ReturnType<typeof setTimeout> | undefined;

  function costText({ most, leftToday }: FormulaCost): string {
    if (most === 0) return say('formula.costNone');
    const text = say('formula.cost', { count: most });
    return leftToday === null
      ? say('formula.costUnknown', { cost: text })
      : say('formula.costLeft', { cost: text, left: count(leftToday) });
  }

  async function countCost(): Promise<void> {
    const asked = formula.text();
    const answer = await callAct('formulaCost', { formula: asked });
    if (formula.text() !== asked) return;
    const wrong = answer.ok ? answer.done.fault : answer;
    const isRefused = answer.ok && answer.done.fault?.inArguments === true;
    insert.disabled = isRefused;
    cost.textContent = answer.ok && !isRefused ? costText(answer.done) : '';
    if (wrong !== null) status.tell('fails', fault(wrong));
  }

  function changed(): void {
    replace.hidden = true;
    status.clear();
    clearTimeout(counting);
    const choices = fields?.choices() ?? null;
    insert.disabled = choices === null;
    formula.set(choices === null ? '' : formatFormula(choice.value, choices));
    cost.textContent = choices === null ? say('formula.needsWebsite') : say('formula.counting');
    if (choices !== null) counting = setTimeout(() => void countCost(), pauseMs);
  }

  function choose(): void {
    const listed = functionList.find(({ name }) => name === choice.value);
    if (listed === undefined) return;
    fields = formulaFields(room, listed, changed);
    fill(fieldsPlace, [fields.place]);
    fill(helpPlace, [functionHelp(room.talk, listed)]);
    changed();
    void fields.load();
  }

  async function write(over: boolean): Promise<void> {
    insert.disabled = true;
    replace.disabled = true;
    status.tell('busy', say('say.wait'));
    const answer = await callAct('insertFormula', { formula: formula.text(), replace: over });
    insert.disabled = false;
    replace.disabled = false;
    if (!answer.ok) {
      status.tell('fails', fault(answer));
      insert.focus();
      return;
    }
    const { written, cell, fault: shown } = answer.done;
    replace.hidden = written;
    if (written && shown !== null)
      status.tell('fails', say('formula.insertedFails', { cell, sentence: fault(shown) }));
    else if (written) status.tell('works', say('formula.inserted', { cell }));
    else status.tell('fails', say('formula.occupied', { cell }));
    (written ? insert : replace).focus();
  }

  const panel = element('div', [
    section(say('formula.title'), [
      labelField(say('formula.function'), choice),
      fieldsPlace,
      formula.place,
      cost,
      status.place,
      element('div', [insert, replace], 'actions'),
      helpPlace,
    ]),
  ]);
  let chosen = false;
  return {
    panel,
    show: () => undefined,
    opened() {
      if (chosen) void fields?.load();
      else choose();
      chosen = true;
    },
  };
}

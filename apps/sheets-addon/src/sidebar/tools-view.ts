import type { RangeFormula } from '../formulas/range-formulas.ts';
import { button, element, fill, section } from './elements.ts';
import { callAct } from './server.ts';
import { copyButton, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** Finds columns of single formulas, previews their range formulas, and combines them on demand. */
export function doctorPanel({ talk }: ViewContext): HTMLElement {
  const { say, fault } = talk;
  const status = statusLine();
  const list = element('div', [], 'stack');
  const search = button(say('doctor.look'), () => void look(''));

  /** Lists the file's columns again, below the text `after`. */
  async function look(after: string): Promise<void> {
    search.disabled = true;
    if (after === '') status.tell('busy', say('say.wait'));
    const answer = await callAct('findRangeFormulas');
    search.disabled = false;
    search.focus();
    if (!answer.ok) {
      status.tell('fails', fault(answer));
      return;
    }
    const { found, undo } = answer.done;
    const count = found.length;
    const now = count === 0 ? say('doctor.none') : say('doctor.found', { count });
    status.tell(count === 0 || after !== '' ? 'works' : 'none', after === '' ? now : `${after} ${now}`);
    const back = undo === null ? [] : [button(`${say('doctor.undo')} (${undo.cells})`, () => void undone())];
    fill(list, [...found.map(card), ...back]);
  }

  function card(one: RangeFormula): HTMLElement {
    const { tab, cells, before, after, rows, savedCalls } = one;
    const place = element('h3', say('doctor.place', { tab, cells }));
    return element(
      'div',
      [
        place,
        element('p', say('doctor.before', { count: rows }), 'help'),
        element('code', before),
        element('p', say('doctor.after'), 'help'),
        element('code', after),
        element('p', say('doctor.saves', { count: savedCalls })),
        element('div', [button(say('doctor.rewrite', { cells }), () => void rewrite(one))], 'actions'),
      ],
      'card',
    );
  }

  async function rewrite(one: RangeFormula): Promise<void> {
    status.tell('busy', say('say.wait'));
    const answer = await callAct('rewrite', one);
    if (answer.ok) await look(say('doctor.rewritten', { cells: answer.done.cells }));
    else status.tell('fails', fault(answer));
  }

  async function undone(): Promise<void> {
    status.tell('busy', say('say.wait'));
    const answer = await callAct('undoRewrite');
    if (answer.ok) await look(say('doctor.undone', { cells: answer.done.cells }));
    else status.tell('fails', fault(answer));
  }

  return section(say('doctor.title'), [
    element('p', say('doctor.help'), 'help'),
    element('div', [search], 'actions'),
    status.place,
    list,
  ]);
}

/** The formula doctor and the diagnostics. */
export function toolsView(room: ViewContext): SidebarView {
  const { say, fault } = room.talk;
  const status = statusLine();
  const text = copyButton(room.talk, say('diagnose.text'), status, 10);
  text.place.hidden = true;
  const make = button(say('diagnose.make'), () => void diagnose());

  async function diagnose(): Promise<void> {
    make.disabled = true;
    status.tell('busy', say('say.wait'));
    const answer = await callAct('diagnose');
    make.disabled = false;
    make.focus();
    if (!answer.ok) {
      status.tell('fails', fault(answer));
      return;
    }
    status.clear();
    text.set(answer.done.text);
    text.place.hidden = false;
  }

  const diagnostics = section(say('diagnose.title'), [
    element('p', say('diagnose.help'), 'help'),
    element('div', [make], 'actions'),
    status.place,
    text.place,
  ]);
  return {
    panel: element('div', [doctorPanel(room), diagnostics]),
    show: () => undefined,
    opened: () => undefined,
  };
}

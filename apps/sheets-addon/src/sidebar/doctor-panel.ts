import type { RangeFormula } from '../formulas/range-formulas.ts';
import { button, element, fill, section } from './elements.ts';
import { act } from './server.ts';
import { statusLine } from './talk.ts';
import type { Room } from './view.ts';

/** Finds columns of single formulas, shows what would become of them, and rewrites them on demand. */
export function doctorPanel({ talk }: Room): HTMLElement {
  const { say, fault } = talk;
  const status = statusLine();
  const list = element('div', [], 'stack');
  const search = button(say('doctor.look'), () => void look(''));

  /** Looks at the file; `after` is told first, of what was done just before. */
  async function look(after: string): Promise<void> {
    search.disabled = true;
    if (after === '') status.tell('busy', say('say.wait'));
    const answer = await act('findRangeFormulas');
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
    const answer = await act('rewrite', one);
    if (answer.ok) await look(say('doctor.rewritten', { cells: answer.done.cells }));
    else status.tell('fails', fault(answer));
  }

  async function undone(): Promise<void> {
    status.tell('busy', say('say.wait'));
    const answer = await act('undoRewrite');
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

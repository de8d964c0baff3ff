import type { RangeFormula } from '../formulas/range-formulas.ts';
import { button, element, fill, section } from './elements.ts';
import { namesPanel } from './names-panel.ts';
import { callAction } from './server.ts';
import { copyButton, type SidebarView, statusLine, type ViewContext } from './view.ts';

/** Finds columns of single formulas, previews their range formulas, and combines them on demand. */
function doctorPanel({ messages }: ViewContext): HTMLElement {
  const { t, fault } = messages;
  const status = statusLine();
  const list = element('div', [], 'stack');
  const search = button(t('doctor.look'), () => void reload(''));

  /** Lists the file's columns again, below the text `after`. */
  async function reload(after: string): Promise<void> {
    search.disabled = true;
    if (after === '') status.show('busy', t('say.wait'));
    const answer = await callAction('findRangeFormulas');
    search.disabled = false;
    search.focus();
    if (!answer.ok) {
      status.show('fails', fault(answer));
      return;
    }
    const { found, undo, doubtful } = answer.done;
    const count = found.length;
    const columns = count === 0 ? t('doctor.none') : t('doctor.found', { count });
    const now = doubtful.length === 0 ? columns : t('doctor.doubtful', { count: doubtful.length });
    status.show(count === 0 || after !== '' ? 'works' : 'none', after === '' ? now : `${after} ${now}`);
    const undoButtons =
      undo === null ? [] : [button(`${t('doctor.undo')} (${undo.cells})`, () => void undoRewrite())];
    const reasons = doubtful.map(({ place, reason, what }) =>
      element('p', t(`doctor.${reason}`, { place, what })),
    );
    fill(list, [...reasons, ...found.map(card), ...undoButtons]);
  }

  function card(column: RangeFormula): HTMLElement {
    const { tab, cells, before, after, rows, savedCalls } = column;
    const root = element('h3', t('doctor.place', { tab, cells }));
    return element(
      'div',
      [
        root,
        element('p', t('doctor.before', { count: rows }), 'help'),
        element('code', before),
        element('p', t('doctor.after'), 'help'),
        element('code', after),
        element('p', t('doctor.saves', { count: savedCalls })),
        element('div', [button(t('doctor.rewrite', { cells }), () => void rewrite(column))], 'actions'),
      ],
      'card',
    );
  }

  async function rewrite(column: RangeFormula): Promise<void> {
    status.show('busy', t('say.wait'));
    const answer = await callAction('rewrite', column);
    if (answer.ok) await reload(t('doctor.rewritten', { cells: answer.done.cells }));
    else status.show('fails', fault(answer));
  }

  async function undoRewrite(): Promise<void> {
    status.show('busy', t('say.wait'));
    const answer = await callAction('undoRewrite');
    if (answer.ok) await reload(t('doctor.undone', { cells: answer.done.cells }));
    else status.show('fails', fault(answer));
  }

  return section(t('doctor.title'), [
    element('p', t('doctor.help'), 'help'),
    element('div', [search], 'actions'),
    status.root,
    list,
  ]);
}

/** The formula doctor and the diagnostics. */
export function toolsView(context: ViewContext): SidebarView {
  const { t, fault } = context.messages;
  const status = statusLine();
  const text = copyButton(context.messages, t('diagnose.text'), status, 10);
  text.root.hidden = true;
  const make = button(t('diagnose.make'), () => void diagnose());

  async function diagnose(): Promise<void> {
    make.disabled = true;
    status.show('busy', t('say.wait'));
    const answer = await callAction('diagnose');
    make.disabled = false;
    make.focus();
    if (!answer.ok) {
      status.show('fails', fault(answer));
      return;
    }
    status.clear();
    text.set(answer.done.text);
    text.root.hidden = false;
  }

  const diagnostics = section(t('diagnose.title'), [
    element('p', t('diagnose.help'), 'help'),
    element('div', [make], 'actions'),
    status.root,
    text.root,
  ]);
  const names = namesPanel(context);
  return {
    panel: element('div', [names.root, doctorPanel(context), diagnostics]),
    show: () => undefined,
    opened: () => void names.read(),
  };
}

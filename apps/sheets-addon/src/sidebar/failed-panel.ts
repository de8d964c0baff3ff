import type { ListedFormula } from '../actions/failed-formulas.ts';
import { isTransientCode } from '../cells/fault-text.ts';
import { button, element, fill, section } from './elements.ts';
import { callAction } from './server.ts';
import { statusLine, type ViewContext } from './view.ts';

/** How often an open sidebar looks for failed formulas, milliseconds. */
const pollMs = 60_000;

/**
 * Lists failed formulas with links, and runs them again: on a click, and by itself while the sidebar is open. Each step
 * sends what the minute has room for; the next one follows when more is possible.
 */
export function failedFormulas({ messages }: ViewContext): {
  readonly root: HTMLElement;
  load(): Promise<void>;
} {
  const { t, fault, clock, count } = messages;
  const status = statusLine();
  const list = element('ul', [], 'links');
  const start = button('', () => void run(true));
  let shown = '';
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function select(formula: ListedFormula): Promise<void> {
    const answer = await callAction('selectCell', formula);
    if (answer.ok) status.clear();
    else status.show('fails', fault(answer));
  }

  function item(formula: ListedFormula): HTMLElement {
    const { place, rows, code, sentence } = formula;
    const reason = sentence === '' ? t('failed.unknown') : fault({ code, sentence });
    const link = button(place, () => void select(formula), 'link');
    const more = rows > 1 ? [element('span', t('failed.rows', { count: rows }), 'help')] : [];
    return element('li', [link, ...more, element('p', reason, 'help')]);
  }

  /** A lasting failure is listed, but running it again cannot help. */
  function showTransient(transient: number): void {
    start.textContent = t('failed.run', { count: transient });
    start.hidden = transient === 0;
  }

  async function load(): Promise<void> {
    const answer = await callAction('failedFormulas');
    // The same list stays, with the focus in it.
    if (!answer.ok || JSON.stringify(answer.done) === shown) return;
    shown = JSON.stringify(answer.done);
    const { total, formulas } = answer.done;
    const more = total - formulas.length;
    const rest = more > 0 ? [element('li', t('failed.more', { count: count(more) }))] : [];
    fill(list, [...formulas.map(item), ...rest]);
    showTransient(more + formulas.filter(({ code }) => code === '' || isTransientCode(code)).length);
    none.hidden = total > 0;
  }

  /** One step; resolves with the milliseconds until the next one. */
  async function step(isClicked: boolean): Promise<number> {
    const answer = await callAction('runFailed', { withComputed: isClicked });
    if (!answer.ok) {
      if (isClicked) status.show('fails', fault(answer));
      return pollMs;
    }
    const { failed, healed, left, waitMs, faults } = answer.done;
    await load();
    if (failed === 0) {
      if (isClicked) status.clear();
      return pollMs;
    }
    const stuck = failed - healed - left;
    const sentences = [
      t('failed.healed', { healed, failed }),
      left > 0 ? t('failed.left', { count: left, time: clock(Date.now() + waitMs, true) }) : '',
      stuck > 0 ? t('failed.stuck', { count: stuck }) : '',
      faults[0] ?? '',
    ];
    const text = sentences.filter((sentence) => sentence !== '').join(' ');
    // A line that repeats itself every minute would be announced every minute.
    if (isClicked || healed + left > 0) status.show(left > 0 ? 'busy' : stuck > 0 ? 'fails' : 'works', text);
    return left > 0 ? Math.max(waitMs, 1_000) : pollMs;
  }

  async function run(isClicked: boolean): Promise<void> {
    if (running) return;
    running = true;
    clearTimeout(timer);
    start.disabled = true;
    if (isClicked) status.show('busy', t('say.wait'));
    const nextMs = document.hidden && !isClicked ? pollMs : await step(isClicked);
    start.disabled = false;
    if (isClicked && !start.hidden) start.focus();
    running = false;
    timer = setTimeout(() => void run(false), nextMs);
  }

  const none = element('p', t('failed.none'), 'help');
  showTransient(0);
  void run(false);
  return {
    root: section(t('failed.title'), [none, status.root, element('div', [start], 'actions'), list]),
    load,
  };
}

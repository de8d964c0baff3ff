import { button, element } from './elements.ts';
import { callAction } from './server.ts';
import { statusLine, type ViewContext } from './view.ts';

/** How often an open sidebar looks for failed formulas, milliseconds. */
const pollMs = 60_000;

/**
 * Runs failed formulas again: on a click, and by itself while the sidebar is open. Each step sends what the minute has room
 * for; the next one follows when more is possible.
 */
export function failedFormulas({ messages }: ViewContext): HTMLElement {
  const { t, fault, clock } = messages;
  const status = statusLine();
  const start = button(t('failed.run', { count: 0 }), () => void run(true));
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function showCount(count: number): void {
    start.textContent = t('failed.run', { count });
  }

  /** One step; resolves with the milliseconds until the next one. */
  async function step(isClicked: boolean): Promise<number> {
    const answer = await callAction('runFailed', { withComputed: isClicked });
    if (!answer.ok) {
      if (isClicked) status.show('fails', fault(answer));
      return pollMs;
    }
    const { failed, healed, left, waitMs, faults } = answer.done;
    showCount(failed - healed);
    if (failed === 0) {
      if (isClicked) status.show('none', t('failed.none'));
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
    if (isClicked) start.focus();
    running = false;
    timer = setTimeout(() => void run(false), nextMs);
  }

  void run(false);
  return element('div', [element('div', [start], 'actions'), status.root], 'stack');
}

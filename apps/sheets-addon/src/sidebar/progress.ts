import type { BatchQuestion } from '../actions/gather.ts';
import { button, element } from './elements.ts';
import { gatherAll, type RefreshStep, type RefreshTask } from './server.ts';
import type { Messages, StatusLine } from './view.ts';

/** A bar, a line and a cancel button, while questions are asked. */
export interface ProgressBar {
  readonly place: HTMLElement;
  run(questions: readonly BatchQuestion[], freshFrom: number): Promise<RefreshTask>;
}

export function progressBar({ say, clock, count }: Messages, status: StatusLine): ProgressBar {
  const bar = element('progress', '');
  bar.setAttribute('aria-label', say('refresh.bar'));
  let controller = new AbortController();
  const cancel = button(say('do.cancel'), () => controller.abort());
  const place = element('div', [bar, element('div', [cancel], 'actions')], 'stack');
  place.hidden = true;

  function told({ done, total, left, waitsUntil }: RefreshStep): void {
    bar.max = Math.max(1, total);
    bar.value = done;
    const facts = { done, total };
    if (waitsUntil !== null)
      status.tell('busy', say('refresh.waiting', { ...facts, time: clock(waitsUntil, true) }));
    else if (left === null) status.tell('busy', say('refresh.progressPlain', facts));
    else status.tell('busy', say('refresh.progress', { ...facts, left: count(left) }));
  }

  return {
    place,
    async run(questions, freshFrom) {
      controller = new AbortController();
      place.hidden = false;
      cancel.focus();
      const gathered = await gatherAll(questions, freshFrom, told, controller.signal);
      place.hidden = true;
      return gathered;
    },
  };
}

import type { FileState, QuotaState } from '../actions/file-state.ts';
import { element, fill } from './elements.ts';
import { callAction } from './server.ts';
import type { ViewContext } from './view.ts';

/** Cells spend requests while the sidebar only watches. */
const pollMs = 30_000;

interface QuotaStrip {
  readonly root: HTMLElement;
  show(state: Pick<FileState, 'quota'>): void;
}

/** The key's requests left, above every view: the one place with these numbers. */
export function quotaStrip({ messages }: ViewContext): QuotaStrip {
  const { t, clock, count } = messages;
  const root = element('section', [], 'quota');
  root.setAttribute('aria-label', t('quota.title'));
  root.hidden = true;

  function limitText(state: QuotaState, which: 'minute' | 'day'): string {
    const { limit, remaining, resetAt } = state[which];
    if (remaining === null) {
      const spent = which === 'day' ? (state.spentToday ?? 0) : 0;
      return spent > 0 ? t('quota.spent', { count: count(spent) }) : t('quota.unknown');
    }
    if (remaining === 0 && resetAt !== null) return t('quota.none', { time: clock(resetAt) });
    return limit === null
      ? t('quota.left', { left: count(remaining) })
      : t('quota.leftOf', { left: count(remaining), limit: count(limit) });
  }

  function limitRow(state: QuotaState, which: 'minute' | 'day'): HTMLElement {
    const { limit, remaining } = state[which];
    const label = element('span', t(`quota.${which}`));
    const text = element('span', limitText(state, which));
    if (limit === null || remaining === null) return element('div', [label, text]);
    const meter = element('meter', '');
    meter.max = limit;
    meter.low = limit / 10;
    meter.high = limit / 2;
    meter.optimum = limit;
    meter.value = remaining;
    meter.setAttribute('aria-label', t(`quota.${which}`));
    return element('div', [label, meter, text]);
  }

  function show({ quota }: Pick<FileState, 'quota'>): void {
    root.hidden = quota.spentToday === null;
    root.title = quota.at === null ? '' : t('quota.asOf', { time: clock(quota.at) });
    fill(root, [limitRow(quota, 'minute'), limitRow(quota, 'day')]);
  }

  setInterval(() => {
    if (document.hidden || root.hidden) return;
    void callAction('quota').then((answer) => {
      if (answer.ok) show({ quota: answer.done });
    });
  }, pollMs);
  return { root, show };
}

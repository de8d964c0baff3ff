import type { Analytics } from '../analytics/analytics.ts';
import { daysBetween } from './calendar.ts';
import type { WindowPlan } from './resolve.ts';
import type { WindowFit } from './window.ts';

type Fitted =
  | { readonly ok: true; readonly value: Analytics; readonly how: WindowFit }
  | { readonly ok: false; readonly reason: string };

/**
 * Cuts an answer to the asked dates. Whether ends are inclusive and which zone a day follows is not shown (specification
 * §4), so one day too many is cut off; an answer wholly outside the window is refused, because it is another window's.
 */
export function fitWindow(analytics: Analytics, plan: WindowPlan): Fitted {
  const { from, to } = plan.range;
  const days = analytics.days.filter((day) => day.date >= from && day.date <= to);
  const first = analytics.days[0];
  const last = analytics.days[analytics.days.length - 1];
  if (!first || !last) return { ok: true, value: analytics, how: plan.how };
  if (days.length === 0) {
    return {
      ok: false,
      reason: `its days ${first.date} to ${last.date} lie outside the window ${from} to ${to}`,
    };
  }
  const cut = daysBetween(first.date, from) > 1 || daysBetween(to, last.date) > 1;
  return { ok: true, value: { days }, how: cut ? 'sliced' : plan.how };
}

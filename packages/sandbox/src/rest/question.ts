import { type Page, pageOf } from '../bodies/pages.ts';
import type { Day } from '../data/days.ts';
import type { Endpoint } from '../tenants/scopes.ts';
import type { World } from '../world.ts';
import { axesOf } from './axes.ts';
import type { Refusal } from './refusal.ts';
import { type Subject, subjectOf } from './subject.ts';
import { analyticsWindow, type Window } from './windows.ts';

/** What a query asks an endpoint for. */
export interface Question {
  readonly endpoint: Endpoint;
  /** Null for the list of websites. */
  readonly subject: Subject | null;
  /** Null but for analytics. */
  readonly window: Window | null;
  readonly page: Page;
}

/** The parameters of specification §4, or what is wrong with them. */
export function questionOf(
  world: World,
  endpoint: Endpoint,
  query: URLSearchParams,
  today: Day,
): Question | Refusal {
  const axes = axesOf(world);
  const subject = endpoint === 'websites' ? null : subjectOf(axes, world.quirks, endpoint, query);
  if (subject !== null && 'code' in subject) return subject;
  const window = endpoint === 'analytics' ? analyticsWindow(axes, world.quirks, query, today) : null;
  if (window !== null && 'code' in window) return window;
  const page = pageOf(world.quirks, query);
  if ('code' in page) return page;
  return { endpoint, subject, window, page };
}

import { Hono } from 'hono';
import { Gauge, Registry } from 'prom-client';
import { type BotStatus, findStaleness, isBlocking, type StatusSource } from '../watch/bot-status.ts';

/** A tick comes each minute. */
export const maxTickAgeMs = 180_000;

/** `/healthz`: the loop ticks. `/readyz`: the store answers, nothing is overdue, and the service answers. */
export function createHealthRoutes({ status, now }: StatusSource): Hono {
  const app = new Hono();
  const findFault = (): string | null => {
    const found = status();
    return found === null ? 'there was no tick yet' : findStaleness(found, now(), maxTickAgeMs);
  };
  app.get('/healthz', (context) => {
    const fault = findFault();
    return context.json({ ok: fault === null, fault }, fault === null ? 200 : 503);
  });
  app.get('/readyz', (context) => {
    const fault = findFault();
    const causes = (status()?.problems ?? []).filter(isBlocking).map(({ cause }) => cause);
    const ok = fault === null && causes.length === 0;
    return context.json({ ok, fault, causes: [...new Set(causes)] }, ok ? 200 : 503);
  });
  return app;
}

const deliveryStates = ['sent', 'open', 'refused', 'uncertain'] as const;

/** `/metrics` in Prometheus' text format. Each scrape writes the last status anew, so that ended problems leave. */
export function createMetricsRoutes({ status, now }: StatusSource): Hono {
  const app = new Hono();
  app.get('/metrics', async (context) => {
    const found = status();
    const registry = new Registry();
    if (found !== null) registerStatus(registry, found, now());
    return context.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
  return app;
}

function registerStatus(registry: Registry, status: BotStatus, now: number): void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Gauge({ name: `answershare_${name}`, help, labelNames: [...labelNames], registers: [registry] });
  const { schedules, snapshot, problems } = status;
  gauge('tick_timestamp_seconds', 'Last tick of the loop').set(status.at / 1000);
  gauge('start_timestamp_seconds', 'Start of the process').set(status.started / 1000);
  const deliveries = gauge('deliveries', 'Deliveries of the last due week', 'schedule', 'state');
  const due = gauge('next_due_timestamp_seconds', 'Next time at which a digest is due', 'schedule');
  const oldest = gauge(
    'oldest_ready_seconds',
    'How long the last due digest waits with open mails',
    'schedule',
  );
  for (const { schedule, mails, next, due: dueAt, since } of schedules) {
    for (const state of deliveryStates) deliveries.set({ schedule, state }, mails[state]);
    if (next !== null) due.set({ schedule }, next / 1000);
    oldest.set({ schedule }, mails.open === 0 ? 0 : (now - (dueAt ?? since ?? now)) / 1000);
  }
  const uncertain = problems.filter(({ cause }) => cause === 'uncertain').length;
  gauge('uncertain_weeks', 'Weeks with an uncertain mail').set(uncertain);
  if (snapshot.last !== null)
    gauge('last_snapshot_timestamp_seconds', 'Newest answer of the service').set(snapshot.last / 1000);
  const problem = gauge('problem', 'A problem that "answershare status" shows', 'cause', 'subject');
  for (const { cause, subject } of problems) problem.set({ cause, subject }, 1);
}

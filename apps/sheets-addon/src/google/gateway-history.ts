import { type CalendarDate, type HttpRequest, isGatewayKey, parseBody } from '@answershare/core';
import type { Connection } from '../connection/connection.ts';
import type { LedgerDay } from '../ports/action-context.ts';
import { sendRequests } from './http.ts';

const endpoints = ['authority', 'competitors', 'citations'] as const;
/** Requests that leave together. */
const batchSize = 60;
const timeoutMs = 20_000;

const isDay = (value: unknown): value is LedgerDay['figures'] =>
  /^\d{4}-\d{2}-\d{2}$/.test(String((value as { readonly date?: unknown } | null)?.date));

/** The days of a body; none of one that is not the gateway's. */
function readDays(text: string): readonly LedgerDay['figures'][] {
  const parsed = parseBody(text);
  const { days } = (parsed.ok ? (parsed.body ?? {}) : {}) as { readonly days?: unknown };
  return Array.isArray(days) ? days.filter(isDay) : [];
}

/**
 * The days that a gateway's ledger has of websites, from a date on; null if the file is connected to the service itself, which
 * has no history. A website whose days do not come has none.
 */
export function readGatewayHistory(
  { key, baseUrl }: Pick<Connection, 'key' | 'baseUrl'>,
  websites: readonly string[],
  from: CalendarDate,
): readonly LedgerDay[] | null {
  if (!isGatewayKey(key)) return null;
  const questions = websites.flatMap((id) => endpoints.map((endpoint) => ({ id, endpoint })));
  const found: LedgerDay[] = [];
  for (let at = 0; at < questions.length; at += batchSize) {
    const batch = questions.slice(at, at + batchSize);
    const outcomes = sendRequests(
      batch.map(({ id, endpoint }): HttpRequest => {
        const url = `${baseUrl}/api/v1/${endpoint}?website_id=${encodeURIComponent(id)}&from=${from}`;
        return { url, headers: { Authorization: `Bearer ${key}` }, timeoutMs };
      }),
    );
    outcomes.forEach((outcome, index) => {
      const question = batch[index];
      if (question === undefined || !outcome.ok || outcome.status !== 200) return;
      for (const figures of readDays(outcome.text)) found.push({ ...question, figures });
    });
  }
  return found;
}

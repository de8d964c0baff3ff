import type { Endpoint } from '../dialects/dialect.ts';
import { type Exchange, readByHost } from '../exchange/effect.ts';
import type { ReadingOptions } from '../reading/reader.ts';
import type { Reading } from '../reading/trace.ts';
import { readingOf, type Session } from './session.ts';

/** Reads an answer as its endpoint's resource: by the host where it offers that, else here. */
export function* readAnswer<T>(
  session: Session,
  endpoint: Endpoint,
  { text, body }: { readonly text: string; readonly body?: unknown },
  read: (body: unknown, options: ReadingOptions) => Reading<T>,
): Exchange<Reading<T>> {
  const options = readingOf(session, endpoint);
  const elsewhere = yield* readByHost({ endpoint, text, options });
  return elsewhere === undefined ? read(body, options) : (elsewhere as Reading<T>);
}

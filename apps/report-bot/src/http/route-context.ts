import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { BotSettings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { StatusSource } from '../watch/bot-status.ts';

/** Gets a text from an address. */
export type Download = (url: string) => Promise<string>;

/** An event is a few fields; the specification (§6) shows none. */
const maxDeliveryBytes = 262_144;

/** A delivery of an older event is a replay: it is stored, and means nothing. */
export const replayWindowMs = 7 * 86_400_000;

/** One text for all failures, so that a sender learns nothing of the cause. */
export const refusal = 'The delivery was not accepted.\n';

/** What the routes need of the running bot. */
export interface ListenerContext extends StatusSource {
  readonly store: Store;
  /** As they are now. */
  settings(): BotSettings;
  log(line: string): void;
  /** Replaces the connection to Amazon SNS. */
  readonly download?: Download;
}

/** As {@link ListenerContext}, with what the routes share. */
export interface RouteContext extends ListenerContext {
  /** Logs why a delivery was not accepted, once a minute. */
  logRefusal(path: string, reason: string): void;
}

/** The bytes of a request, as they were signed. Throws a 413 at the cap, before the rest is read. */
export async function readDeliveryBody({ req }: Context): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.raw.body ?? []) {
    size += chunk.length;
    if (size > maxDeliveryBytes) throw new HTTPException(413);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

import type { ComputeHmac, WebhookDelivery } from './delivery.ts';
import type { Fit } from './scheme-search.ts';
import { names } from './signed-content.ts';
import { verifyDelivery } from './verify-delivery.ts';

/** `2 h`, `5 min`, `12 s`, `3 d`. */
function spanWords(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, unit] = units.find(([one]) => seconds >= 2 * one) ?? ([1, 's'] as const);
  return `${Math.round(seconds / size)} ${unit}`;
}

/** What a person should know before pinning a scheme that fits. */
export function warningsFor(
  fit: Fit,
  delivery: WebhookDelivery,
  secrets: readonly string[],
  nowMs: number,
  hmac: ComputeHmac,
): readonly string[] {
  const { scheme } = fit;
  const found: string[] = [];
  const loose = { ...scheme, toleranceSeconds: Number.MAX_SAFE_INTEGER };
  const free = verifyDelivery(loose, [secrets[fit.secret] ?? ''], delivery, nowMs, hmac);
  if (!free.ok) found.push(`A pinned verifier refuses this delivery all the same: ${free.words}`);
  if (free.ok && free.sentAt !== null) {
    const seconds = Math.round((free.sentAt - nowMs) / 1000);
    if (Math.abs(seconds) > scheme.toleranceSeconds)
      found.push(
        `The signature fits, but its time is ${spanWords(Math.abs(seconds))} ${seconds < 0 ? 'before' : 'after'} the time of receipt that is assumed here; a verifier that ran then would refuse it. Right for an old capture, else a clock is wrong.`,
      );
  }
  if (scheme.timestamp === null)
    found.push(
      'The scheme signs no time, so an old delivery can be sent again: keep the ids or the body hashes of deliveries and refuse those seen before.',
    );
  if (scheme.idHeader !== null && !names(scheme.content, 'id'))
    found.push(`The id in ${scheme.idHeader} is not signed; keep the body's hash as well against replays.`);
  return found;
}

import {
  type ComputeHmac,
  type FoundSignature,
  findHeader,
  findSignatures,
  idHeaders,
  timeHeaders,
  type WebhookDelivery,
} from './delivery.ts';

import { equalsDigest } from './encodings.ts';
import {
  type ContentTemplate,
  contentTemplates,
  type KeyReadingName,
  keyBytes,
  plausibleReadings,
  type SignatureScheme,
  signedContent,
  signsPart,
  type TimestampSource,
  usualToleranceSeconds,
} from './signature-scheme.ts';

/** A scheme that verifies a captured delivery. */
export interface SchemeMatch {
  readonly scheme: SignatureScheme;
  /** Index of the secret. */
  readonly secret: number;
}

interface Guess {
  readonly timeHeader: string | null;
  readonly idHeader: string | null;
}

function toTimestampSource(signature: FoundSignature, guess: Guess, time: string): TimestampSource {
  const unit = time.length >= 12 ? 'ms' : 's';
  return signature.timestamp === null && guess.timeHeader !== null
    ? { from: 'header', name: guess.timeHeader, unit }
    : { from: 'signature', unit };
}

function toScheme(
  signature: FoundSignature,
  guess: Guess,
  content: ContentTemplate,
  key: KeyReadingName,
  time: string | null,
): SignatureScheme {
  const { header, form, encoding } = signature;
  const timestamp =
    time !== null && signsPart(content, 'timestamp') ? toTimestampSource(signature, guess, time) : null;
  const toleranceSeconds = usualToleranceSeconds;
  return { content, encoding, key, header, form, timestamp, toleranceSeconds, idHeader: guess.idHeader };
}

interface Candidate {
  /** The position of the secret. */
  readonly secret: number;
  readonly reading: KeyReadingName;
  readonly key: Uint8Array;
  readonly template: ContentTemplate;
  readonly signature: FoundSignature;
}

/** Lazy, because the budget may end before a hostile capture does. */
function* listCandidates(
  secrets: readonly string[],
  signatures: readonly FoundSignature[],
): Generator<Candidate, void> {
  for (let secret = 0; secret < secrets.length; secret++) {
    const text = secrets[secret] ?? '';
    for (const reading of plausibleReadings(text)) {
      const key = keyBytes(text, reading);
      if (key === null) continue;
      for (const template of contentTemplates)
        for (const signature of signatures) yield { secret, reading, key, template, signature };
    }
  }
}

function searchWith(
  guess: Guess,
  delivery: WebhookDelivery,
  secrets: readonly string[],
  budget: MacBudget,
): readonly SchemeMatch[] {
  const id = guess.idHeader === null ? null : findHeader(delivery.headers, guess.idHeader);
  const headerTime = guess.timeHeader === null ? null : findHeader(delivery.headers, guess.timeHeader);
  const macs: Record<string, Uint8Array | null> = {};
  const fits: SchemeMatch[] = [];
  for (const { secret, reading, key, template, signature } of listCandidates(
    secrets,
    findSignatures(delivery.headers),
  )) {
    const time = signature.timestamp ?? headerTime;
    const signedTime = signsPart(template, 'timestamp') ? time : null;
    const name = JSON.stringify([secret, reading, template, signedTime]);
    let mac = macs[name];
    if (mac === undefined) {
      if (budget.isSpent()) break;
      const content = signedContent(
        template,
        { timestamp: time, id, url: delivery.url || null },
        delivery.body,
      );
      mac = content === null ? null : budget.compute(key, content);
      macs[name] = mac;
    }
    const expected = mac;
    if (expected !== null && signature.digests.some((digest) => equalsDigest(digest, expected)))
      fits.push({ scheme: toScheme(signature, guess, template, reading, time), secret });
  }
  return fits;
}

/**
 * All schemes that verify a captured delivery. Six contents and at most two readings of a secret need at most 12 MACs per
 * secret and signature header. Less likely id and time headers are tried only if likelier ones fit nothing.
 */
export function searchSchemes(
  delivery: WebhookDelivery,
  secrets: readonly string[],
  budget: MacBudget,
): readonly SchemeMatch[] {
  const times = timeHeaders(delivery.headers);
  const ids = idHeaders(delivery.headers);
  for (const timeHeader of times.length > 0 ? times : [null]) {
    for (const idHeader of ids.length > 0 ? ids : [null]) {
      const fits = searchWith({ timeHeader, idHeader }, delivery, secrets, budget);
      if (fits.length > 0) return fits;
    }
  }
  return [];
}

/** A failing diagnosis of an honest capture with three secrets needs up to 2,000. */
const maxMacs = 3_000;

/** A budget of HMACs, because a hostile capture could need a million. */
export interface MacBudget {
  /** Null once the budget is spent. */
  compute(key: Uint8Array, data: Uint8Array): Uint8Array | null;
  isSpent(): boolean;
  spent(): number;
}

export function createMacBudget(hmac: ComputeHmac): MacBudget {
  let spent = 0;
  return {
    compute: (key, data) => {
      if (spent >= maxMacs) return null;
      spent++;
      return hmac(key, data);
    },
    isSpent: () => spent >= maxMacs,
    spent: () => spent,
  };
}

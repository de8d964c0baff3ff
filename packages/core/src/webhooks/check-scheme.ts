import { isObject, type JsonObject } from '../json/json.ts';
import type { ComputeHmac, WebhookDelivery } from './delivery.ts';
import type { SchemeMatch } from './search-schemes.ts';
import {
  type ContentTemplate,
  carriesTime,
  contentTemplates,
  keyReadingNames,
  type SignatureScheme,
  signatureFormNames,
  signsPart,
} from './signature-scheme.ts';
import { verifyDelivery } from './verify-delivery.ts';

/** A valid scheme, or all problems with it. */
export type SchemeReading =
  | { readonly ok: true; readonly scheme: SignatureScheme }
  | { readonly ok: false; readonly complaints: readonly string[] };

const encodings = ['hex', 'base64', 'base64url'] as const;
const units = ['s', 'ms'] as const;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const maxToleranceSeconds = 3600;

/** Validates a scheme from outside and reports all problems with their fields. */
export function checkScheme(value: unknown): SchemeReading {
  if (!isObject(value)) return { ok: false, complaints: ['A signature scheme is an object.'] };
  const complaints: string[] = [];
  const addProblem = (field: string, words: string): void => {
    complaints.push(`${field}: ${words}.`);
  };
  const choice = <T extends string>(
    object: JsonObject,
    field: string,
    choices: readonly T[],
    at = field,
  ): T => {
    const received = object[field];
    const found = choices.find((one) => one === received);
    if (found === undefined) addProblem(at, `${formatValue(received)} is none of ${choices.join(' | ')}`);
    return found ?? (choices[0] as T);
  };
  const header = (object: JsonObject, field: string, at = field): string => {
    const received = object[field];
    if (typeof received === 'string' && headerName.test(received)) return received;
    addProblem(at, `${formatValue(received)} is no name of a header`);
    return '';
  };
  const timestamp = (): SignatureScheme['timestamp'] => {
    const received = value.timestamp;
    if (received === null) return null;
    if (!isObject(received)) {
      addProblem('timestamp', 'is null, or an object with "from": header | signature | body');
      return null;
    }
    const from = choice(received, 'from', ['header', 'signature', 'body'] as const, 'timestamp.from');
    const unit = choice(received, 'unit', units, 'timestamp.unit');
    if (from === 'signature') return { from, unit };
    if (from === 'header') return { from, name: header(received, 'name', 'timestamp.name'), unit };
    const { field } = received;
    if (typeof field !== 'string' || field === '') addProblem('timestamp.field', 'names a field of the body');
    return { from, field: String(field), unit };
  };
  const { toleranceSeconds } = value;
  const tolerable =
    typeof toleranceSeconds === 'number' &&
    Number.isInteger(toleranceSeconds) &&
    toleranceSeconds >= 1 &&
    toleranceSeconds <= maxToleranceSeconds;
  const scheme: SignatureScheme = {
    content: choice<ContentTemplate>(value, 'content', contentTemplates),
    encoding: choice(value, 'encoding', encodings),
    key: choice(value, 'key', keyReadingNames),
    header: header(value, 'header'),
    form: choice(value, 'form', signatureFormNames),
    timestamp: timestamp(),
    toleranceSeconds: tolerable ? toleranceSeconds : 1,
    idHeader: value.idHeader === null ? null : header(value, 'idHeader'),
  };
  if (!tolerable)
    addProblem('toleranceSeconds', `is a whole number of seconds from 1 to ${maxToleranceSeconds}`);
  for (const field of Object.keys(value)) {
    if (!Object.keys(scheme).includes(field)) addProblem(field, 'is no field of a signature scheme');
  }
  const problems = complaints.length === 0 ? findContradictions(scheme) : complaints;
  return problems.length === 0 ? { ok: true, scheme } : { ok: false, complaints: problems };
}

/** Contradictions between parts of a scheme. */
function findContradictions({ content, form, timestamp, idHeader }: SignatureScheme): readonly string[] {
  const signsTime = signsPart(content, 'timestamp');
  const separate = timestamp !== null && timestamp.from !== 'body';
  const found: string[] = [];
  if (signsTime && !separate)
    found.push(`timestamp: "${content}" signs a time, so it must say where: header or signature.`);
  if (separate && !signsTime)
    found.push(
      `timestamp: "${content}" does not sign it, so anyone could write a fresh time there. Use null, or a field of the body.`,
    );
  if (timestamp?.from === 'signature' && !carriesTime(form))
    found.push(`timestamp.from: a signature header of the form "${form}" carries no time.`);
  if (signsPart(content, 'id') && idHeader === null)
    found.push(`idHeader: "${content}" signs an id, so the name of its header is needed.`);
  return found;
}

function formatValue(value: unknown): string {
  return value === undefined ? 'what is missing' : (JSON.stringify(value) ?? String(value)).slice(0, 60);
}

/** `2 h`, `5 min`, `12 s`, `3 d`. */
function formatSpan(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, unit] = units.find(([one]) => seconds >= 2 * one) ?? ([1, 's'] as const);
  return `${Math.round(seconds / size)} ${unit}`;
}

/** Warnings before pinning a scheme that fits a delivery. */
export function listPinningWarnings(
  fit: SchemeMatch,
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
        `The signature fits, but its time is ${formatSpan(Math.abs(seconds))} ${seconds < 0 ? 'before' : 'after'} the time of receipt that is assumed here; a verifier that ran then would refuse it. Right for an old capture, else a clock is wrong.`,
      );
  }
  if (scheme.timestamp === null)
    found.push(
      'The scheme signs no time, so an old delivery can be sent again: keep the ids or the body hashes of deliveries and refuse those seen before.',
    );
  if (scheme.idHeader !== null && !signsPart(scheme.content, 'id'))
    found.push(`The id in ${scheme.idHeader} is not signed; keep the body's hash as well against replays.`);
  return found;
}

import { isObject, type JsonObject, quote, toText } from '../json/json.ts';
import {
  type ContentTemplate,
  carriesTime,
  contentTemplates,
  keyReadingNames,
  type SignatureScheme,
  signatureFormNames,
  signsPart,
} from './signature-scheme.ts';

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
    return { from, field: toText(field), unit };
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

const formatValue = (value: unknown): string => (value === undefined ? 'what is missing' : quote(value));

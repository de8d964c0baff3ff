import {
  type ApiError,
  type FaultKind,
  isApiError,
  isTransientFault,
  redact,
  suggestWord,
} from '@answershare/core';
import { type CellError, isCellError } from '../ports/cell.ts';
import type { CellFault } from '../ports/query.ts';
import { truncate } from './choice-error.ts';

/** The code of a fault in front of its sentence. */
export const rowFault = /^\[([a-z_]+)\] /;

/** One code per kind of fault, the same in both Forms; from specification §7 where it has one. */
const codes: Readonly<Record<FaultKind, string>> = {
  'auth.missing': 'unauthorized',
  'auth.invalid': 'invalid_key',
  forbidden: 'forbidden',
  bad_request: 'bad_request',
  not_found: 'not_found',
  burst: 'rate_limited',
  daily: 'daily_quota_exceeded',
  server: 'server_error',
  transport: 'unreachable',
  timeout: 'timeout',
  bad_body: 'bad_answer',
  shape: 'shape',
  window: 'bad_window',
  budget: 'rate_limited',
  pending: 'pending',
  paused: 'paused',
  unexpected: 'unexpected',
};

/** Whether a later answer can replace a fault with this code. */
export function isTransientCode(code: string): boolean {
  const kinds = Object.keys(codes) as FaultKind[];
  return kinds.some((kind) => codes[kind] === code && isTransientFault(kind));
}

/** Codes of the add-on's own faults, without a kind. */
const ownCodes = [
  'incomplete',
  'no_history',
  'no_service',
  'not_allowed',
  'not_connected',
  'not_measured',
  'refused',
];

/** Whether a text of a cell is a fault of a row, as the functions write it: `[code] sentence`. */
export function isRowFault(text: string): boolean {
  const code = rowFault.exec(text)?.[1] ?? '';
  return ownCodes.includes(code) || Object.values(codes).some((one) => one === code);
}

type Place = 'cell' | 'sidebar';

/** Formats an instant, milliseconds since the epoch, by a pattern of Java's SimpleDateFormat, in the file's zone. */
export type FormatInstant = (instant: number, pattern: 'HH:mm:ss' | 'yyyy-MM-dd HH:mm') => string;

const formatUtc: FormatInstant = (instant, pattern) => {
  const text = new Date(instant).toISOString();
  return `${pattern === 'HH:mm:ss' ? text.slice(11, 19) : text.slice(0, 16).replace('T', ' ')} UTC`;
};
type Steps = Readonly<Partial<Record<FaultKind, string>>>;

const stepOfAdmin = "Tell the add-on's administrator.";
const laterStep = 'Try again in a minute.';
const rerunStep = 'Choose "Run failed formulas again"';
const laterRerunStep = `${rerunStep} in a minute.`;

const everywhere: Steps = {
  forbidden: 'Ask the workspace owner to add it.',
  bad_request: stepOfAdmin,
  bad_body: laterStep,
  unexpected: stepOfAdmin,
  transport: laterStep,
};

/** Next steps in the terms of the place that shows the fault; they replace the client's. */
const steps: Readonly<Record<Place, Steps>> = {
  sidebar: { ...everywhere, shape: 'Press "Read answers again" under Key.' },
  cell: {
    ...everywhere,
    'auth.missing': 'Connect a key in the sidebar.',
    'auth.invalid': 'Connect a new key in the sidebar.',
    not_found: 'Check it with =WEBSITES().',
    paused: 'Continue in the sidebar.',
    shape: 'Check it in the sidebar.',
    server: laterRerunStep,
    timeout: laterRerunStep,
    transport: laterRerunStep,
    bad_body: laterRerunStep,
    pending: laterRerunStep,
  },
};

/** One text for a used-up limit, whether the service refused a request or the add-on sent none. */
function formatLimit({ kind, retryAt }: ApiError, place: Place, formatInstant: FormatInstant): string | null {
  if (kind !== 'burst' && kind !== 'budget' && kind !== 'daily') return null;
  const isDay = kind === 'daily';
  const when =
    retryAt === null ? 'later' : `after ${formatInstant(retryAt, isDay ? 'yyyy-MM-dd HH:mm' : 'HH:mm:ss')}`;
  const step = place === 'cell' ? rerunStep : 'Try again';
  return `The key's requests of this ${isDay ? 'day' : 'minute'} are used up. ${step} ${when}.`;
}

/** Sheets shows notes in a narrow card; longer ones are not read. */
const maxLength = 160;

/** The reason why a body is unreadable is cut first, before the next step. */
const maxReasonLength = 100;

/** Google's error messages repeat the address in brackets, behind the reason. */
const addressInBrackets = /\(([^()]*?):? https?:\/\/[^\s()]*\)/;

function formatSentence(error: ApiError, place: Place): string {
  const step = steps[place][error.kind];
  const { kind, hint } = error;
  const message = error.message
    .replace(addressInBrackets, '($1)')
    .replace(': it is revoked, mistyped or of another service', ': it is revoked or mistyped');
  if (kind === 'window' && hint !== '' && !message.includes(hint)) return `${message} ${hint}`;
  const at = hint === '' ? -1 : message.indexOf(hint);
  if (step === undefined || at < 0) return message;
  const reason = message.slice(0, at);
  if (place === 'cell' && kind === 'shape') return `${truncate(reason.trim(), maxReasonLength)} ${step}`;
  return reason + step + message.slice(at + hint.length);
}

/** `a, b or c`; as many items as fit, at least one, and how many are left out. */
function joinWithin(items: readonly string[], room: number): string {
  const join = (count: number): string => {
    const more = items.length - count;
    const ends = more > 0 ? ` and ${more} more` : count > 1 ? ` or ${items[count - 1]}` : '';
    const listed = more > 0 || count < 2 ? items.slice(0, count) : items.slice(0, count - 1);
    return listed.join(', ') + ends;
  };
  let count = items.length;
  while (count > 1 && join(count).length > room) count -= 1;
  return join(count);
}

/** The sentence of a fault; that of a failed choice suggests the nearest word and lists those that fit into a note. */
function formatCellError({ code, message, choice }: CellError): string {
  if (choice === undefined) return message;
  const { wanted, choices, near = suggestWord(wanted, choices) } = choice;
  const start = near === null ? message : `${message} Did you mean ${near}?`;
  if (choices.length === 0) return start;
  const room = maxLength - `[${code}] ${start} Choose .`.length;
  return `${start} Choose ${joinWithin(choices, room)}.`;
}

/** Code and sentence of any thrown value; never a key, not even one typed into a cell. */
export function toCellFault(
  thrown: unknown,
  place: Place,
  formatInstant: FormatInstant = formatUtc,
): CellFault {
  if (isApiError(thrown)) {
    const sentence = formatLimit(thrown, place, formatInstant) ?? formatSentence(thrown, place);
    return { code: codes[thrown.kind], sentence: redact(sentence) };
  }
  if (isCellError(thrown)) return { code: thrown.code, sentence: redact(formatCellError(thrown)) };
  return { code: 'unexpected', sentence: redact(thrown instanceof Error ? thrown.message : String(thrown)) };
}

/** `[code] sentence`, at most 160 characters: the note of a failed cell, or the text of a failed row. */
export function formatFault(thrown: unknown, formatInstant?: FormatInstant): string {
  const { code, sentence } = toCellFault(thrown, 'cell', formatInstant);
  return truncate(`[${code}] ${sentence}`, maxLength);
}

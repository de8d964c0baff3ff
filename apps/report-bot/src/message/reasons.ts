import type { FaultKind } from '@answershare/core';
import type { ReportedMethodChange } from '../digest/metric.ts';
import type { ReportedFault } from '../digest/notes.ts';
import type { Phrases } from './phrases.ts';
import { formatNames } from './sentences.ts';
import { joinTexts, toPlainName } from './text-layout.ts';

const faultKeys = {
  'auth.missing': 'faultKey',
  'auth.invalid': 'faultKey',
  forbidden: 'faultRights',
  bad_request: 'faultRequest',
  not_found: 'faultUnknown',
  burst: 'faultMinute',
  daily: 'faultDay',
  server: 'faultServer',
  transport: 'faultUnreached',
  timeout: 'faultTimeout',
  bad_body: 'faultNoData',
  shape: 'faultShape',
  window: 'faultOther',
  budget: 'faultUnsent',
  pending: 'faultUnsent',
  paused: 'faultUnsent',
  unexpected: 'faultOther',
} as const satisfies Readonly<Record<FaultKind, string>>;

/** Kinds whose status says more than their sentence. */
const kindsWithStatus: ReadonlySet<string> = new Set<FaultKind>([
  'bad_request',
  'server',
  'bad_body',
  'window',
  'unexpected',
]);

const isKnownKind = (kind: string): kind is FaultKind => Object.hasOwn(faultKeys, kind);

/** A fault in the reader's language. One of another version stays English and is marked so. */
export function formatFailureReason(
  { kind, status, serviceMessage, reason }: ReportedFault,
  phrases: Phrases,
): string {
  if (kind === null || !isKnownKind(kind))
    return phrases.text('reasonInEnglish', { reason: toPlainName(reason, maxReasonLength) });
  return joinTexts([
    phrases.text(faultKeys[kind]),
    status !== null && kindsWithStatus.has(kind)
      ? phrases.text('faultStatus', { status: phrases.of(status) })
      : '',
    serviceMessage === null
      ? ''
      : phrases.text('faultMessage', { message: toPlainName(serviceMessage, maxReasonLength) }),
  ]);
}

const maxReasonLength = 240;

/** Why weeks measure different things, as a part of a sentence. */
export function formatMethodReason(change: ReportedMethodChange, phrases: Phrases): string {
  switch (change.kind) {
    case 'scale':
      return phrases.text('methodScale', { from: phrases.of(change.from), to: phrases.of(change.to) });
    case 'components':
      return phrases.clauses([
        change.added.length > 0
          ? phrases.text('methodAdded', { names: formatNames(change.added, phrases) })
          : '',
        change.removed.length > 0
          ? phrases.text('methodRemoved', { names: formatNames(change.removed, phrases) })
          : '',
      ]);
    case 'weights':
      return phrases.text('methodWeights', { names: formatNames(change.names, phrases) });
    case 'readings':
      return phrases.text('methodReadings', {
        others: phrases.of(change.others),
        of: phrases.of(change.of),
      });
    case 'competitors':
      return phrases.text('methodCompetitors');
  }
}

import type { DeliveryDiagnosis, DeliveryReading, SignatureScheme } from '@answershare/core/webhooks';
import { utc } from '../time.ts';

const units = { s: 'seconds', ms: 'milliseconds' };

function timeWords({ timestamp, toleranceSeconds }: SignatureScheme): string {
  if (timestamp === null) return 'none';
  const place = {
    header: () => `header ${'name' in timestamp ? timestamp.name : ''}`,
    signature: () => 'inside the signature header',
    body: () => `field ${'field' in timestamp ? timestamp.field : ''} of the body`,
  }[timestamp.from]();
  return `${place}, ${units[timestamp.unit]}; ${toleranceSeconds} s are allowed`;
}

function eventLines(event: DeliveryReading): string[] {
  const { kind, wireName, website, id, idFrom, occurredAt, trace } = event;
  const from = (field: string): string => {
    const pointer = trace.fields[field]?.pointer;
    return pointer === undefined ? '' : `  <- ${pointer}`;
  };
  return [
    `Event: ${kind}${wireName === null ? ', not named' : ` ("${wireName}")`}${from('kind')}`,
    `  website   ${website ?? 'not told'}${from('website')}`,
    `  id        ${id}${idFrom === 'body-hash' ? '  <- SHA-256 of the body' : from('id')}`,
    `  occurred  ${occurredAt === null ? 'not told' : utc(occurredAt)}${from('occurredAt')}`,
    ...trace.notes.map((note) => `  note: ${note}`),
  ];
}

/** A diagnosis for a person. */
export function diagnosisWords(
  found: DeliveryDiagnosis,
  place: string | null,
  event: DeliveryReading,
): string {
  const { tried } = found;
  if (!found.ok)
    return [
      `No scheme: ${found.reason}`,
      ...found.near.map(({ words, scheme }) => `  near: ${words}\n        (${schemeLine(scheme)})`),
      `Tried: ${tried.macs} MACs`,
      `  signature headers  ${tried.signatureHeaders.join(', ') || 'none'}`,
      `  time headers       ${tried.timeHeaders.join(', ') || 'none'}`,
      `  id headers         ${tried.idHeaders.join(', ') || 'none'}`,
      `  signed contents    ${tried.contents.join('  ')}`,
      `  key readings       ${tried.keyReadings.join(', ')}`,
      ...eventLines(event),
    ].join('\n');
  const { scheme, warnings } = found;
  return [
    `Scheme: ${schemeLine(scheme)}`,
    `  secret    ${place}`,
    `  header    ${scheme.header}, form ${scheme.form}`,
    `  time      ${timeWords(scheme)}`,
    `  id        ${scheme.idHeader ?? 'no header'}`,
    ...eventLines(event),
    ...warnings.map((words) => `Warning: ${words}`),
    'To pin:',
    JSON.stringify(scheme, null, 2),
  ].join('\n');
}

function schemeLine({ content, encoding, key }: SignatureScheme): string {
  return `HMAC-SHA256 of ${content} in ${encoding}, secret read as ${key}`;
}

import { toText } from '../json/json.ts';
import {
  findHeader,
  idHeaders,
  parseBodyObject,
  signatureHeaders,
  type WebhookDelivery,
} from './delivery.ts';
import { decodeDigest, equalsDigest, utf8Bytes } from './encodings.ts';
import type { MacBudget } from './search-schemes.ts';
import { keyBytes, plausibleReadings } from './signature-scheme.ts';

/** Content that some senders sign but no scheme supports. */
interface OtherContent {
  /** A template with the names of headers. */
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

type Part = readonly [name: string, value: string];

const isUnixTime = /^\d{10}(\d{3})?$/;

/** Times in headers, in signature headers and in fields of the body. */
function findTimes(delivery: WebhookDelivery): readonly Part[] {
  const { headers } = delivery;
  const found: Part[] = [];
  for (const header of Object.keys(headers)) {
    const value = findHeader(headers, header) ?? '';
    if (/^\d{10}(\d{3})?$|^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) {
      const name = header.toLowerCase();
      found.push([/-/.test(value) ? `${name}, no Unix time` : name, value]);
    }
  }
  for (const header of signatureHeaders(headers)) {
    const inside = /(?:^|[,;\s])t(?:s|ime|imestamp)?=(\d{10}(?:\d{3})?)(?=[,;\s]|$)/i.exec(
      findHeader(headers, header) ?? '',
    );
    if (inside?.[1] !== undefined) found.push([`time in ${header}`, inside[1]]);
  }
  const fields = parseBodyObject(delivery) ?? {};
  const inBody = Object.keys(fields)
    .filter((name) => isUnixTime.test(toText(fields[name])))
    .map((name): Part => [`${name} in the body`, toText(fields[name])]);
  return found.slice(0, 3).concat(inBody.slice(0, 2));
}

const joiners = ['', '.', ':', '\n'];

function listOtherContents(delivery: WebhookDelivery): readonly OtherContent[] {
  const { headers, url } = delivery;
  const found: OtherContent[] = [];
  const nonces = Object.keys(headers).filter((name) => /nonce/i.test(name));
  const ids = [...nonces, ...idHeaders(headers)]
    .slice(0, 2)
    .map((header): Part => [header.toLowerCase(), findHeader(headers, header) ?? '']);
  const add = (starts: readonly Part[], joiner: string, ends: readonly Part[]): void => {
    const toPlaceholders = (parts: readonly Part[]): string[] =>
      parts.map(([name]) => (name === 'POST' ? name : `{${name}}`));
    found.push({
      words: [...toPlaceholders(starts), '{body}', ...toPlaceholders(ends)].join(joiner.replace('\n', '\\n')),
      before: starts.map(([, value]) => value + joiner).join(''),
      after: ends.map(([, value]) => joiner + value).join(''),
    });
  };
  for (const time of findTimes(delivery)) {
    for (const joiner of joiners) {
      add([time], joiner, []);
      add([], joiner, [time]);
      add([time], joiner, [time]);
      for (const id of ids) {
        add([id, time], joiner, []);
        add([time, id], joiner, []);
      }
    }
    if (url)
      add(
        [
          ['POST', 'POST'],
          ['url', url],
        ],
        '',
        [time],
      );
  }
  for (const id of ids) for (const joiner of joiners) add([id], joiner, []);
  add([], '', []);
  if (url) {
    add([['url', url]], '', []);
    add([], '', [['url', url]]);
  }
  return found;
}

/** 32-byte digests in the signature headers, in any layout. */
function findLooseDigests(headers: WebhookDelivery['headers']): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const header of signatureHeaders(headers)) {
    const value = findHeader(headers, header) ?? '';
    const hex = value.match(/(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/gi) ?? [];
    const base64 = value.match(/(?<![\w+/-])[\w+/-]{43}=?(?![\w+/=-])/g) ?? [];
    for (const digest of [
      ...hex.map((text) => decodeDigest(text, 'hex')),
      ...base64.map((text) => decodeDigest(text, 'base64')),
    ])
      if (digest !== null) found.push(digest);
  }
  return found;
}

/** The unsupported content that a signature fits, without any value; null if none. */
export function findUnpinnableContent(
  delivery: WebhookDelivery,
  secrets: readonly string[],
  budget: MacBudget,
): string | null {
  const digests = findLooseDigests(delivery.headers);
  if (digests.length === 0) return null;
  for (const { words, before, after } of listOtherContents(delivery)) {
    if (budget.isSpent()) return null;
    const [start, end] = [utf8Bytes(before), utf8Bytes(after)];
    const content = new Uint8Array(start.length + delivery.body.length + end.length);
    content.set(start, 0);
    content.set(delivery.body, start.length);
    content.set(end, start.length + delivery.body.length);
    for (const secret of secrets) {
      for (const reading of plausibleReadings(secret)) {
        const key = keyBytes(secret, reading);
        if (key === null) continue;
        const expected = budget.compute(key, content);
        if (expected !== null && digests.some((digest) => equalsDigest(digest, expected))) return words;
      }
    }
  }
  return null;
}

import { verify, X509Certificate } from 'node:crypto';
import { readBodyText } from '@answershare/core/node';
import { createFetchOptions } from '../system/proxy.ts';
import { type Download, replayWindowMs } from './route-context.ts';

/** A message of Amazon SNS: texts by name. */
type SnsMessage = Readonly<Record<string, string>>;

/** Only Amazon can serve these. */
const hostPattern = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

const signedNames = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
} as const;

const digests = new Map([
  ['1', 'sha1'],
  ['2', 'sha256'],
]);

/** An address of Amazon SNS; null for any other. */
function parseSnsUrl(text: string | undefined): URL | null {
  const url = URL.parse(text ?? '');
  const isTrusted =
    url?.protocol === 'https:' && url.port === '' && url.username === '' && hostPattern.test(url.hostname);
  return isTrusted ? url : null;
}

/** Downloads a certificate, or visits the address that confirms a subscription. Follows no redirect. */
export const downloadFromSns: Download = async (url) => {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
    ...(await createFetchOptions(url)),
  });
  if (!response.ok) throw new Error(`Amazon SNS answered ${response.status}`);
  return (await readBodyText(response)).text;
};

/** Certificates by their addresses; Amazon has one for each region at a time. */
export type CertificateCache = Map<string, X509Certificate>;
const maxCertificates = 8;

async function readCertificate(
  url: string,
  download: Download,
  cache: CertificateCache,
): Promise<X509Certificate> {
  const known = cache.get(url);
  if (known !== undefined) return known;
  const certificate = new X509Certificate(await download(url));
  if (cache.size >= maxCertificates) cache.clear();
  cache.set(url, certificate);
  return certificate;
}

interface SnsCheck {
  /** The ARN that the settings pin. */
  readonly topic: string;
  readonly now: number;
  readonly download: Download;
  readonly certificates: CertificateCache;
}

/**
 * Why a message is not Amazon's for this topic; null if it is. The address of its certificate is checked before anything is
 * downloaded.
 */
export async function findSnsFault(
  message: SnsMessage,
  { topic, now, download, certificates }: SnsCheck,
): Promise<string | null> {
  if (message.TopicArn !== topic) return 'It is of another topic.';
  const names = Object.hasOwn(signedNames, message.Type ?? '')
    ? signedNames[message.Type as keyof typeof signedNames]
    : null;
  const digest = digests.get(message.SignatureVersion ?? '');
  if (names === null || digest === undefined) return 'Its type or signature version is unknown.';
  const url = parseSnsUrl(message.SigningCertURL);
  if (url === null || !/^\/SimpleNotificationService-[0-9a-f]+\.pem$/.test(url.pathname) || url.search !== '')
    return 'Its certificate is not at an address of Amazon SNS.';
  if (!(Math.abs(now - Date.parse(message.Timestamp ?? '')) <= replayWindowMs)) return 'It is too old.';
  const text = names
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
  const { publicKey, validTo, validFrom } = await readCertificate(url.href, download, certificates);
  if (now > Date.parse(validTo) || now < Date.parse(validFrom)) return 'Its certificate is not valid now.';
  const signature = Buffer.from(message.Signature ?? '', 'base64');
  return verify(digest, Buffer.from(text), publicKey, signature) ? null : 'No signature fits it.';
}

/** Confirms a subscription of a verified message. */
export async function confirmSubscription(message: SnsMessage, download: Download): Promise<void> {
  const url = parseSnsUrl(message.SubscribeURL);
  if (url !== null) await download(url.href);
}

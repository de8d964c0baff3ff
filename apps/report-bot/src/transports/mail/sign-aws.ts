import { createHash, createHmac } from 'node:crypto';

export interface AwsCredentials {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The headers of a request to SES without a query, with its signature (AWS Signature Version 4). */
export function signAwsRequest(
  { region, accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  {
    method,
    url,
    body,
    now,
  }: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    readonly body: string;
    readonly now: number;
  },
): Readonly<Record<string, string>> {
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const address = URL.parse(url);
  const headers: Readonly<Record<string, string>> = {
    host: address?.host ?? '',
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).join(';');
  const fields = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, address?.pathname, '', fields.join(''), names, hash(body)].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/ses/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(sign, `AWS4${secretAccessKey}`);
  const signature = sign(key, ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n')).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

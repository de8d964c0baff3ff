import { type FetchRequest, ServiceFault } from '../host-calls.ts';
import { limits } from '../limits.ts';
import { allowedBy } from '../url-allowlist.ts';

export interface CheckedRequest {
  asked: FetchRequest;
  url: URL;
  headers: { [name: string]: string };
  body: Buffer | null;
}

/** Applies what Google checks before a request leaves. Throws ServiceFault; error texts never hold the path. */
export function checkRequest(asked: FetchRequest, allowlist: readonly string[] | null): CheckedRequest {
  if (asked.url.length > limits.urlLength.value)
    throw new ServiceFault('Limit Exceeded: URLFetch URL Length.');
  const url = readUrl(asked.url);
  if (allowlist !== null && !allowedBy(allowlist, url)) {
    throw new ServiceFault(
      `Access to ${url.origin} is not allowed: no entry of urlFetchWhitelist in appsscript.json matches the address.`,
    );
  }
  const body = bodyOf(asked);
  if (body !== null && body.length > limits.fetchPayload.value) {
    throw new ServiceFault('Limit Exceeded: URLFetch POST Size.');
  }
  return { asked, url, headers: headersOf(asked, body), body };
}

function readUrl(text: string): URL {
  // Without a scheme UrlFetchApp assumes http (public examples; no Google page).
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(absolute)) throw new ServiceFault('Invalid argument: the URL cannot be read.');
  const url = new URL(absolute);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ServiceFault(
      `Invalid argument: ${url.protocol} addresses cannot be fetched, only http and https.`,
    );
  }
  return url;
}

function bodyOf(asked: FetchRequest): Buffer | null {
  if (asked.body === null) return null;
  return 'text' in asked.body ? Buffer.from(asked.body.text) : Buffer.from(asked.body.base64, 'base64');
}

function headersOf(asked: FetchRequest, body: Buffer | null): { [name: string]: string } {
  const pairs = Object.entries(asked.headers);
  if (pairs.length > limits.fetchHeaders.value)
    throw new ServiceFault('Limit Exceeded: URLFetch Headers Count.');
  const bytes = pairs.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );
  if (bytes > limits.fetchHeaderSize.value) throw new ServiceFault('Limit Exceeded: URLFetch Header Size.');
  const headers: { [name: string]: string } = {
    'user-agent': 'Mozilla/5.0 (compatible; Google-Apps-Script)',
    'accept-encoding': 'gzip, deflate, br',
  };
  for (const [name, value] of pairs) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw new ServiceFault(`Header:${name} was specified with an invalid name or value.`);
    }
    headers[name.toLowerCase()] = value;
  }
  if (body !== null) {
    headers['content-type'] ??= asked.contentType ?? 'application/x-www-form-urlencoded';
    headers['content-length'] = String(body.length);
  }
  return headers;
}

import { ServiceFault } from '../protocol/errors.ts';
import type { FetchRequest } from '../protocol/host-calls.ts';
import { limits } from '../protocol/limits.ts';

/**
 * `urlFetchWhitelist` of the manifest (manifest/allowlist-url): https, a full host, a path, at most one leading `*` for
 * subdomains. A URL matches the prefix itself or a child path, case-sensitively. Returns the error message, or null.
 */
export function findPrefixError(prefix: string): string | null {
  const parts = /^https:\/\/([^/?#]+)(\/.*)?$/.exec(prefix);
  if (parts === null) return `"${prefix}" must be a full address that starts with https://`;
  const host = parts[1] ?? '';
  if (parts[2] === undefined) return `"${prefix}" needs a path, at least "/"`;
  if (host.replace(/^\*\./, '').includes('*'))
    return `"${prefix}" may have one "*" only, before the first dot`;
  if (!URL.canParse(prefix.replace('*.', ''))) return `"${prefix}" is not an address`;
  return null;
}

export function isUrlAllowed(allowlist: readonly string[], url: URL): boolean {
  return allowlist.some((prefix) => matchesPrefix(prefix, url));
}

function matchesPrefix(prefix: string, url: URL): boolean {
  const wild = prefix.startsWith('https://*.');
  const allowed = new URL(prefix.replace('*.', ''));
  if (url.protocol !== 'https:' || url.port !== allowed.port) return false;
  const hostFits = wild ? url.hostname.endsWith(`.${allowed.hostname}`) : url.hostname === allowed.hostname;
  return hostFits && isChildPath(allowed.pathname + allowed.search, url.pathname + url.search);
}

function isChildPath(parent: string, child: string): boolean {
  if (!child.startsWith(parent)) return false;
  const next = child[parent.length];
  return next === undefined || parent.endsWith('/') || next === '/' || next === '?';
}

export interface OutgoingRequest {
  options: FetchRequest;
  url: URL;
  headers: { [name: string]: string };
  body: Buffer | null;
}

/** Applies Google's checks. Throws ServiceFault without the path in its message. */
export function toOutgoingRequest(asked: FetchRequest, allowlist: readonly string[] | null): OutgoingRequest {
  if (asked.url.length > limits.urlLength.value)
    throw new ServiceFault('Limit Exceeded: URLFetch URL Length.');
  const url = parseUrl(asked.url);
  if (allowlist !== null && !isUrlAllowed(allowlist, url)) {
    throw new ServiceFault(
      `Access to ${url.origin} is not allowed: no entry of urlFetchWhitelist in appsscript.json matches the address.`,
    );
  }
  const body = encodeBody(asked);
  if (body !== null && body.length > limits.fetchPayload.value) {
    throw new ServiceFault('Limit Exceeded: URLFetch POST Size.');
  }
  return { options: asked, url, headers: buildHeaders(asked, body), body };
}

function parseUrl(text: string): URL {
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

function encodeBody(asked: FetchRequest): Buffer | null {
  if (asked.body === null) return null;
  return 'text' in asked.body ? Buffer.from(asked.body.text) : Buffer.from(asked.body.base64, 'base64');
}

function buildHeaders(asked: FetchRequest, body: Buffer | null): { [name: string]: string } {
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

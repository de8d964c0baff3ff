/**
 * `urlFetchWhitelist` of the manifest (manifest/allowlist-url): https, a full host, a non-empty path, at most one
 * leading `*` for subdomains; an address matches when it is the prefix or a child of it, the path by case.
 */
export function complaintAbout(prefix: string): string | null {
  const parts = /^https:\/\/([^/?#]+)(\/.*)?$/.exec(prefix);
  if (parts === null) return `"${prefix}" must be a full address that starts with https://`;
  const host = parts[1] ?? '';
  if (parts[2] === undefined) return `"${prefix}" needs a path, at least "/"`;
  if (host.replace(/^\*\./, '').includes('*'))
    return `"${prefix}" may have one "*" only, before the first dot`;
  if (!URL.canParse(prefix.replace('*.', ''))) return `"${prefix}" is not an address`;
  return null;
}

export function allowedBy(allowlist: readonly string[], url: URL): boolean {
  return allowlist.some((prefix) => matches(prefix, url));
}

function matches(prefix: string, url: URL): boolean {
  const wild = prefix.startsWith('https://*.');
  const allowed = new URL(prefix.replace('*.', ''));
  if (url.protocol !== 'https:' || url.port !== allowed.port) return false;
  const hostFits = wild ? url.hostname.endsWith(`.${allowed.hostname}`) : url.hostname === allowed.hostname;
  return hostFits && isChild(allowed.pathname + allowed.search, url.pathname + url.search);
}

function isChild(parent: string, child: string): boolean {
  if (!child.startsWith(parent)) return false;
  const next = child[parent.length];
  return next === undefined || parent.endsWith('/') || next === '/' || next === '?';
}

/** Host name of a domain or an address (RFC 3986 §3.2, with or without a user), lower case. */
export function domainOf(text: string): string | null {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\s]*@)?|\/\/)?([^/?#:@\s,;]+)/i.exec(text.trim())?.[1];
  return host ? host.toLowerCase().replace(/\.$/, '') : null;
}

/** The host name in a text that is a domain or an address and nothing else; null for words and paths. */
export function writtenDomain(text: string | null): string | null {
  const host = text === null || /\s/.test(text.trim()) ? null : domainOf(text.replace(/^sc-domain:/, ''));
  return host && /^[^.]+(\.[^.]+)*\.[^.\d][^.]*$/.test(host) ? host : null;
}

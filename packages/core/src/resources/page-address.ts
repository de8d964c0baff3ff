import { normalizeDomain } from './names.ts';

/** Parameters that advertisers and answer engines add to a link: they name the visit, not the page. */
const visitParameter =
  /^(utm_\w+|(g|d|fb|ms|y|tw|tt)clid|gclsrc|[gw]braid|gad_\w+|srsltid|li_fat_id|igsh(id)?|mc_[ce]id|mkt_tok|_hs\w+|_g[al])(=|$)/i;

/** Scheme and user, host, port, path, query, fragment (RFC 3986 appendix B). */
const addressPattern =
  /^(?:(?:https?:)?\/\/(?:[^/?#\s]*@)?)?([^/?#:@\s,;]+\.[^/?#:@\s,;]+)(?::(\d*))?(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?$/i;

/** One spelling of each character: unreserved ones plain (RFC 3986 §6.2.2), those outside of ASCII encoded. */
const normalizeEncoding = (text: string): string =>
  text
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    })
    .replace(/[^!-~]/gu, (character) =>
      /[\ud800-\udfff]/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character),
    );

/**
 * A web page's address in its one spelling, `host/path?query`: two texts name one page if it is equal. Scheme, `www`,
 * default ports, a final slash and parameters of the visit do not matter, nor does a fragment that is no route. Null for others.
 */
export function toPageAddress(text: string): string | null {
  const [, name = '', port = '', path = '', query = '', fragment = ''] =
    addressPattern.exec(text.trim()) || [];
  const host = normalizeDomain(name);
  if (host === null) return null;
  const kept = query.split('&').filter((one) => one !== '' && !visitParameter.test(one));
  const route = /^!?\//.test(fragment) ? `#${fragment}` : '';
  const rest = path.replace(/\/+$/, '') + (kept.length > 0 ? `?${kept.join('&')}` : '') + route;
  return `${host}${/^(80|443|)$/.test(port) ? '' : `:${port}`}${normalizeEncoding(rest)}`;
}

/** The written forms of an API key (specification §5: the full string starts with `rs_live_` or `rs_test_`). */
export type KeyReading =
  | {
      readonly ok: true;
      readonly key: string;
      readonly prefix: 'rs_live_' | 'rs_test_';
      readonly masked: string;
    }
  | { readonly ok: false; readonly kind: 'auth.missing' | 'auth.invalid'; readonly complaint: string };

const where = 'Create one in the web application under Settings > API Keys.';

/** Checks a key's form without asking the service. The complaint never repeats the key. */
export function parseKey(text: string | null | undefined): KeyReading {
  const key = (text ?? '').trim();
  if (key === '') {
    return { ok: false, kind: 'auth.missing', complaint: `No API key is set. ${where}` };
  }
  if (/^rsc_/.test(key)) {
    return {
      ok: false,
      kind: 'auth.invalid',
      complaint: `This is a Content API token (rsc_…), which this API does not take. ${where}`,
    };
  }
  const match = /^(rs_live_|rs_test_)[\w.~+/=:!*$%@^|?-]+$/.exec(key);
  if (!match) {
    const strange = /^rs_(?:live|test)_[^\s]*?([^\s\w.~+/=:!*$%@^|?-])/.exec(key)?.[1]?.charCodeAt(0);
    const wrong =
      strange === undefined
        ? 'it starts with rs_live_ or rs_test_ and holds no spaces'
        : `it holds the character U+${`000${strange.toString(16)}`.slice(-4).toUpperCase()}, which no key has; copy the whole key again`;
    return {
      ok: false,
      kind: 'auth.invalid',
      complaint: `The API key has a wrong format: ${wrong}. ${where}`,
    };
  }
  return { ok: true, key, prefix: match[1] as 'rs_live_' | 'rs_test_', masked: maskKey(key) };
}

/** Prefix and last four characters: enough to recognise a key, too little to use it. */
export function maskKey(key: string): string {
  const prefix = /^rsc?_(?:live|test)_/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  return `${prefix}…${rest.length >= 12 ? rest.slice(-4) : ''}`;
}

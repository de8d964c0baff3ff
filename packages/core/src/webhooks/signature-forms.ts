/** A signature header taken apart. */
export interface SignatureText {
  /** Signatures as written, in the header's order; several while a sender changes its secret. */
  readonly candidates: readonly string[];
  /** The time that the header carries; null where its form has none or it stands twice. */
  readonly timestamp: string | null;
}

type Reader = (value: string) => SignatureText;

const listed = (value: string): readonly string[] => value.split(/[\s,]+/).filter((part) => part !== '');

const prefixed =
  (...prefixes: readonly string[]): Reader =>
  (value) => {
    const candidates: string[] = [];
    for (const part of listed(value)) {
      const prefix = prefixes.find((one) => part.slice(0, one.length) === one);
      if (prefix !== undefined) candidates.push(part.slice(prefix.length));
    }
    return { candidates, timestamp: null };
  };

const pairs =
  (separator: string, time: string, signature: string): Reader =>
  (value) => {
    const found = value.split(separator).map((part) => part.trim());
    const valuesOf = (name: string): readonly string[] =>
      found
        .filter((part) => part.slice(0, name.length + 1) === `${name}=`)
        .map((part) => part.slice(name.length + 1));
    const times = valuesOf(time);
    return { candidates: valuesOf(signature), timestamp: times.length === 1 ? (times[0] ?? null) : null };
  };

/** Standard Webhooks: `v1,<signature>`, several parted by spaces; entries of other versions are other schemes. */
const versioned: Reader = (value) => ({
  candidates: value
    .split(/,?\s+/)
    .filter((part) => part.slice(0, 3) === 'v1,')
    .map((part) => part.slice(3)),
  timestamp: null,
});

/** How a signature header is laid out, most telling first; the last takes any text. */
export const signatureForms = {
  't=,v1=': pairs(',', 't', 'v1'),
  'ts=;h1=': pairs(';', 'ts', 'h1'),
  'v1,': versioned,
  'sha256=': prefixed('sha256=', 'hmac-sha256='),
  'v0=': prefixed('v0='),
  plain: (value) => ({ candidates: listed(value), timestamp: null }),
} as const satisfies Readonly<Record<string, Reader>>;

export type SignatureForm = keyof typeof signatureForms;

export const signatureFormNames = Object.keys(signatureForms) as readonly SignatureForm[];

/** True where a form carries the time inside the signature header. */
export function carriesTime(form: SignatureForm): boolean {
  return form === 't=,v1=' || form === 'ts=;h1=';
}

/** The form in which a header's value is written. */
export function recogniseForm(value: string): SignatureForm {
  return signatureFormNames.find((form) => signatureForms[form](value).candidates.length > 0) ?? 'plain';
}

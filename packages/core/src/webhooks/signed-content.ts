import { utf8Bytes } from './utf8.ts';

/** What is signed, in the ways that senders are known to do it; always ends with the body's bytes. */
export const contentTemplates = [
  '{body}',
  '{timestamp}.{body}',
  '{id}.{timestamp}.{body}',
  'v0:{timestamp}:{body}',
  '{timestamp}:{body}',
  '{url}{body}',
] as const;

export type ContentTemplate = (typeof contentTemplates)[number];

/** The parts of a delivery that a template may name; null where the delivery lacks them. */
export interface SignedParts {
  readonly timestamp: string | null;
  readonly id: string | null;
  readonly url: string | null;
}

/** True where a template signs this part. */
export function names(template: ContentTemplate, part: keyof SignedParts): boolean {
  return template.indexOf(`{${part}}`) >= 0;
}

/** The bytes that are signed; null where a part that the template names is missing. */
export function signedContent(
  template: ContentTemplate,
  parts: SignedParts,
  body: Uint8Array,
): Uint8Array | null {
  let before = template.slice(0, -'{body}'.length);
  for (const part of ['id', 'timestamp', 'url'] as const) {
    if (!names(template, part)) continue;
    const value = parts[part];
    if (value === null) return null;
    before = before.split(`{${part}}`).join(value);
  }
  const start = utf8Bytes(before);
  const content = new Uint8Array(start.length + body.length);
  content.set(start, 0);
  content.set(body, start.length);
  return content;
}

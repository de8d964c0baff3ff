import type { Connected } from '../connection/status.ts';

const websites = (count: number): string => (count === 1 ? '1 website' : `${count} websites`);

const formText = (form: Connected['form']): string =>
  form === null ? 'Form not known yet' : form === 'mixed' ? 'Forms 1 and 2 mixed' : `Form ${form}`;

/** `Key works: Form 2, 8 websites, 297 requests left this minute`. */
export function worksText({ form, websites: count, remaining }: Connected): string {
  const left = remaining === null ? [] : [`${remaining} requests left this minute`];
  return `Key works: ${[formText(form), websites(count)].concat(left).join(', ')}`;
}

/** What is stored, as rows of name and value. */
export function factsOf({
  masked,
  host,
  form,
  websites: count,
}: Connected): readonly (readonly [string, string])[] {
  return [
    ['Key', masked],
    ['Service', host],
    ['API', formText(form)],
    ['Websites', String(count)],
  ];
}

export const standsText = ({ masked }: Connected): string => `Connected with ${masked}`;

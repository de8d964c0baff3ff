import type { Connected } from '../connection/status.ts';
import type { Talk } from './talk.ts';

function formText({ say }: Talk, form: Connected['form']): string {
  if (form === null) return say('key.formUnknown');
  return form === 'mixed' ? say('key.formMixed') : say('key.form', { form });
}

/** `Key works: Form 2, 8 websites`. */
export function worksText(talk: Talk, { form, websites }: Connected): string {
  const { say } = talk;
  const counted = websites === null ? [] : [say('key.websites', { count: websites })];
  const parts = [formText(talk, form)].concat(counted);
  return say('key.works', { facts: parts.join(', ') });
}

/** What is stored, as rows of name and value. */
export function factsOf(
  talk: Talk,
  { masked, host, form, websites, shared }: Connected,
): readonly (readonly [string, string])[] {
  const { say } = talk;
  const key = shared ? say('key.shared', { key: masked }) : masked;
  const rows: [string, string][] = [
    [say('key.factKey'), key],
    [say('key.factService'), host],
    [say('key.factForm'), formText(talk, form)],
  ];
  if (websites !== null) rows.push([say('key.factWebsites'), String(websites)]);
  return rows;
}

import type { Website } from '@answershare/core';
import type { Failed } from '../connection/status.ts';
import { act } from './server.ts';

let asked: Promise<{ readonly ok: true; readonly websites: readonly Website[] } | Failed> | null = null;

/** The key's websites; asked for once while the sidebar is open, and again after a failure. */
export function websiteList(): Promise<
  { readonly ok: true; readonly websites: readonly Website[] } | Failed
> {
  asked ??= act('websites').then((answer) => {
    if (answer.ok) return { ok: true, websites: answer.done.websites };
    asked = null;
    return answer;
  });
  return asked;
}

/** Another key has other websites. */
export function forgetWebsites(): void {
  asked = null;
}

/** How a website is called in a list. */
export const websiteName = ({ name, domain, id }: Website): string =>
  name === null ? (domain ?? id) : domain === null ? name : `${name} (${domain})`;

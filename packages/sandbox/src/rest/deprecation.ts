import type { Quirks } from '../quirks/table.ts';

/** Deprecated since 1 September 2026 (RFC 9745 §2.1: a structured date), to end with 1 March 2027 (RFC 8594 §3). */
export const VERSION_SIGNS: Readonly<Record<Quirks['versions'], Readonly<Record<string, string>>>> = {
  plain: {},
  deprecated: {
    Deprecation: `@${Date.UTC(2026, 8, 1) / 1000}`,
    Sunset: new Date(Date.UTC(2027, 2, 1)).toUTCString(),
  },
};

import { type Endpoint, type FaultKind, parseBody } from '@answershare/core';
import { counted } from '../../counted.ts';
import { laidOut } from './laid-out.ts';
import type { LimitHeader } from './limit-headers.ts';

/** One request and its answer, as `--json` prints it and `doctor --offline` reads it. */
export interface Called {
  readonly endpoint: Endpoint;
  readonly method: 'GET';
  /** Without the key, which travels in a header. */
  readonly url: string;
  /** The window of the command line and the parameters that went for it; null where none was asked. */
  readonly window: { readonly asked: string; readonly sent: string } | null;
  readonly status: number;
  readonly ms: number;
  /** When the answer came, milliseconds since the epoch. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True where the body is longer than what is read of it, and `body` its beginning. */
  readonly truncated: boolean;
  /** Requests that it cost. */
  readonly spent: 1;
  readonly limits: readonly LimitHeader[];
  /** What is wrong with the answer; null for a 2xx with JSON. */
  readonly fault: { readonly kind: FaultKind; readonly code: string | null; readonly words: string } | null;
}

/** What it cost, as far as the service tells. */
function costWords({ spent, limits }: Called): string {
  const left = limits.filter(({ left: one }) => one !== null).map(({ left: one }) => one);
  const told = left.length > 0 ? `; left ${left.join(', ')}` : '; the service does not say what is left';
  return `Cost: ${counted(spent, 'request')}${told}`;
}

/** An answer for a person: status, time, headers with what the limits mean, the body. */
export function callWords(called: Called): string[] {
  const { method, url, window, status, ms, headers, body, truncated, limits, fault } = called;
  const explained = new Map(limits.map((limit) => [limit.name, limit]));
  const lines = [`${method} ${url}`];
  if (window !== null && window.sent !== `period=${window.asked}`)
    lines.push(
      `Window: ${window.asked}, sent as ${window.sent}${window.sent.startsWith('period=') ? '; the answer may hold other days besides' : ''}`,
    );
  lines.push(`${status} in ${ms} ms`);
  if (fault !== null)
    lines.push(`Fault: ${fault.kind}${fault.code === null ? '' : ` (${fault.code})`}: ${fault.words}`);
  lines.push('Headers:');
  for (const [name, value] of Object.entries(headers)) {
    lines.push(`  ${name}: ${value}`);
    const limit = explained.get(name);
    if (limit !== undefined)
      lines.push(`      ${limit.meaning} (${limit.sure ? 'sure' : 'assumed'}: ${limit.because})`);
  }
  if (limits.length === 0) lines.push('  no header tells of limits');
  lines.push(
    costWords(called),
    `Body: ${truncated ? 'the first ' : ''}${counted(Buffer.byteLength(body), 'byte')}`,
    parseBody(body).ok ? laidOut(body) : body,
  );
  return lines;
}

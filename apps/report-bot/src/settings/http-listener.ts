import { isLoopbackHost } from '@answershare/core';
import { z } from 'zod';
import type { PathIssue } from './issues.ts';
import { secretMark } from './references.ts';
import { toWebhookSettings, type WebhookSettings, webhooksSchema } from './webhooks.ts';

/** An address to listen at: `127.0.0.1:4480`, `[::1]:4480`. */
const listenPattern = /^(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/i;

/** The HTTP listener of `start`. */
export const httpSchema = z.strictObject({
  listen: z
    .string()
    .regex(listenPattern, 'is not an address to listen at; write it as 127.0.0.1:4480')
    .describe('Address and port of the listener, for example 127.0.0.1:4480; port 0 takes a free one.'),
  token: z
    .string()
    .min(24, 'is shorter than 24 characters, so it could be guessed')
    .meta(secretMark('ANSWERSHARE_HTTP_TOKEN'))
    .exactOptional()
    .describe('Token for the status page and the metrics, by reference; needed beyond this machine.'),
  webhooks: webhooksSchema.exactOptional(),
});

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** Null where everybody on this machine may read. */
  readonly token: string | null;
  readonly webhooks: WebhookSettings;
}

type ParsedHttp = z.infer<typeof httpSchema>;

export function toHttpSettings({ listen, token, webhooks }: ParsedHttp): HttpSettings {
  const [, host = '', port = ''] = listenPattern.exec(listen) ?? [];
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    token: token ?? null,
    webhooks: toWebhookSettings(webhooks),
  };
}

/** A listener beyond this machine needs a token. */
export function findHttpIssues(http: {
  readonly listen?: string | undefined;
  readonly token?: string | undefined;
}): PathIssue[] {
  if (http.listen === undefined || http.token !== undefined) return [];
  const { host, port } = toHttpSettings({ listen: http.listen });
  if (port > 65_535) return [{ path: ['listen'], message: 'has a port above 65535' }];
  return isLoopbackHost(host)
    ? []
    : [{ path: ['listen'], message: 'is open to other machines, so that http.token is needed' }];
}

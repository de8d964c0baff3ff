import type { Answer } from '../rest/answer.ts';
import type { FaultKind } from './fault.ts';

const LOGIN = `<!doctype html>
<html><head><title>Sign in</title></head>
<body><h1>Sign in to continue</h1><form method="post"><input name="user"><input name="password" type="password"></form></body></html>
`;

function gateway(text: string): string {
  return `<html>
<head><title>${text}</title></head>
<body><center><h1>${text}</h1></center></body></html>
`;
}

/** What a proxy in front of the service answers: not JSON, and without the service's headers. */
export const PROXY_PAGES: Readonly<Partial<Record<FaultKind, Answer>>> = {
  html: page(200, LOGIN),
  html502: page(502, gateway('502 Bad Gateway')),
  html503: page(503, gateway('503 Service Unavailable')),
  html504: page(504, gateway('504 Gateway Timeout')),
};

function page(status: number, body: string): Answer {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body,
    code: null,
    counted: false,
  };
}

import type { Answer } from '../rest/answer.ts';

const LOGIN = `<!doctype html>
<html><head><title>Sign in</title></head>
<body><h1>Sign in to continue</h1><form method="post"><input name="user"><input name="password" type="password"></form></body></html>
`;

const BAD_GATEWAY = `<html>
<head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center></body></html>
`;

/** What a proxy in front of the service answers: not JSON, and without the service's headers. */
export function proxyPage(kind: 'html' | 'html502'): Answer {
  return {
    status: kind === 'html' ? 200 : 502,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: kind === 'html' ? LOGIN : BAD_GATEWAY,
    code: null,
    counted: false,
  };
}

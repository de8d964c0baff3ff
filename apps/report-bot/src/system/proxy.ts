import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { isLoopbackHost } from '@answershare/core';
import { getProxyForUrl } from 'proxy-from-env';
import type { Agent } from 'undici';
import { readError } from './errors.ts';

/** A proxy gave no connection, so nothing was sent. */
export class ProxyError extends Error {}

/** Time for a connection through a proxy. */
const maxMs = 10_000;

/** The proxy of an address; empty for none. Keys may go to this machine by http, so they stay on it. */
function findProxy(target: URL): string {
  const proxy = getProxyForUrl(target);
  const leaves = URL.canParse(proxy) && !isLoopbackHost(new URL(proxy).hostname);
  return leaves && isLoopbackHost(target.hostname) ? '' : proxy;
}

/**
 * Connects to an address through the proxy of `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`; null without one.
 * Errors name the proxy without its password.
 */
export async function connectByProxy(target: URL, signal?: AbortSignal): Promise<Socket | null> {
  const address = findProxy(target);
  if (address === '') return null;
  if (!URL.canParse(address)) throw new ProxyError('the variable with the proxy holds no address');
  const { protocol, host } = new URL(address);
  const name = `the proxy ${protocol}//${host}`;
  if (!/^https?:$/.test(protocol)) throw new ProxyError(`${name} is neither http nor https`);
  const { auth, ...place } = urlToHttpOptions(new URL(address));
  const path = `${target.hostname}:${target.port || (target.protocol === 'https:' ? 443 : 80)}`;
  const credentials = auth ? { 'proxy-authorization': `Basic ${Buffer.from(auth).toString('base64')}` } : {};
  const late = AbortSignal.timeout(maxMs);
  const either = signal === undefined ? late : AbortSignal.any([late, signal]);
  const open = protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { host: path, ...credentials };
  const request = open({ ...place, method: 'CONNECT', path, headers, agent: false, signal: either }).end();
  const [{ statusCode = 0 }, socket] = (await once(request, 'connect').catch((thrown) => {
    const { code, message } = readError(thrown);
    throw new ProxyError(
      `${name} ${late.aborted ? 'did not answer' : `cannot be reached: ${code ?? message}`}`,
    );
  })) as [IncomingMessage, Socket];
  if (statusCode < 200 || statusCode > 299) {
    socket.destroy();
    throw new ProxyError(`${name} refused the connection (${statusCode})`);
  }
  if (target.protocol !== 'https:') return socket;
  const secure = connectTls({ socket, servername: isIP(target.hostname) ? '' : target.hostname });
  await once(secure, 'secureConnect', { signal: either });
  return secure;
}

let agent: Agent | null = null;

/** Options of a `fetch` that may need a proxy. Node.js 22.18 has none of its own. */
export async function createFetchOptions(url: string): Promise<Pick<RequestInit, 'dispatcher'>> {
  if (findProxy(new URL(url)) === '') return {};
  const { default: undici } = await import('undici');
  agent ??= new undici.Agent({
    connect: ({ protocol, host }, done) => {
      connectByProxy(new URL(`${protocol}//${host}`)).then(
        (socket) => done(null, socket as Socket),
        (thrown) => done(thrown, null),
      );
    },
  });
  // The types of Node.js describe a slightly older undici.
  return { dispatcher: agent as unknown as NonNullable<RequestInit['dispatcher']> };
}

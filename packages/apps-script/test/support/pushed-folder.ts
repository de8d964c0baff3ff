import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type AppsScriptOptions, ScriptError, type ScriptHost, startAppsScript } from '../../src/index.ts';

export const manifest = { timeZone: 'Europe/Zurich', runtimeVersion: 'V8' };

/** A fresh folder as clasp would push it; gone when the test ends. */
export async function pushedFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pushed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const all = { 'appsscript.json': JSON.stringify(manifest), ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  return folder;
}

/** A host over a folder with this Code.js; closed when the test ends. */
export async function hostOf(
  code: string,
  options: Omit<AppsScriptOptions, 'folder'> = {},
  files: Record<string, string> = {},
): Promise<ScriptHost> {
  const folder = await pushedFolder({ 'Code.js': code, ...files });
  const host = await startAppsScript({ folder, ...options });
  onTestFinished(() => host.close());
  return host;
}

/** The ScriptError a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<ScriptError> {
  const value: unknown = await promise.catch((error: unknown) => error);
  if (value instanceof ScriptError) return value;
  throw new Error(`Expected a ScriptError, got ${String(value)}`);
}

export interface TestServer {
  origin: string;
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
}

/** A real HTTP server on a free port of 127.0.0.1; closed when the test ends. */
export async function serve(
  handle: (request: TestServer['requests'][number], response: ServerResponse) => void,
): Promise<TestServer> {
  const requests: TestServer['requests'] = [];
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body,
      };
      requests.push(request);
      handle(request, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  const address = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${address.port}`, requests };
}

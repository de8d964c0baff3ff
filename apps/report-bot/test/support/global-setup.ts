import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCommand, bundleCommand } from '../../build/command.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { command, faultyCommand } from './process.ts';

/**
 * Builds the command. At the first test that asks, starts the PostgreSQL server on which each test has a database of its
 * own, or builds the command that a test can kill at a place.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined;
  let faulty: Promise<void> | undefined;
  const supply = async (path = ''): Promise<string> => {
    if (path === '/postgres') {
      postgres ??= startPostgresServer();
      return (await postgres).url;
    }
    faulty ??= buildFaultyCommand();
    await faulty;
    return faultyCommand;
  };
  const server = createServer((request, response) => {
    supply(request.url).then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await Promise.all([once(server.listen(0, '127.0.0.1'), 'listening'), buildCommand()]);
  project.provide('supplies', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await postgres)?.stop();
  };
}

/** The command that a test can kill at a place. */
async function buildFaultyCommand(): Promise<void> {
  const folder = dirname(faultyCommand);
  await bundleCommand(folder, []);
  for (const name of ['mail', 'store', 'preview.html'])
    if (!existsSync(join(folder, name))) symlinkSync(join(dirname(command), name), join(folder, name));
}

import { existsSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCommand, bundleCommand } from '../../build/command.ts';
import { startPostgresServer } from './postgres-server.ts';
import { command, faultyCommand } from './process.ts';

/** Builds what the tests run, and starts the PostgreSQL server on which each test has a database of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server] = await Promise.all([startPostgresServer(), buildCommand(), buildFaultyCommand()]);
  project.provide('postgres', server.url);
  return server.stop;
}

/** The command that a test can kill at a place. */
async function buildFaultyCommand(): Promise<void> {
  const folder = dirname(faultyCommand);
  await bundleCommand(folder, []);
  for (const name of ['mail', 'store', 'preview.html'])
    if (!existsSync(join(folder, name))) symlinkSync(join(dirname(command), name), join(folder, name));
}

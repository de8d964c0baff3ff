import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningProgram } from './bot-folder.ts';

/** A port of this machine that no program uses. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** Serves `answer.json` by one process of nginx; null on a machine without nginx. */
export async function startNginx(body: string): Promise<RunningProgram | null> {
  if (spawnSync('nginx', ['-v']).error !== undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'answershare-nginx-'));
  const port = await findFreePort();
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const server = `server { listen 127.0.0.1:${port}; root ${folder}; default_type application/json; }`;
  writeFileSync(join(folder, 'answer.json'), body);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 1000000; ${places.join(' ')} ${server} }
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/answer.json`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('nginx did not start.');
    await wait(20);
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

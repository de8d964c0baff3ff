import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pglite = realpathSync(
  fileURLToPath(new URL('../../node_modules/@electric-sql/pglite', import.meta.url)),
);

/** An npm registry that serves the installed PGlite. For any other package it names the registry of the machine. */
export async function openRegistry(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const manifest = JSON.parse(readFileSync(join(pglite, 'package.json'), 'utf8'));
  const elsewhere = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    if (path === '/pglite.tgz') {
      spawn('tar', ['-cz', '-C', dirname(pglite), 'pglite']).stdout.pipe(response);
    } else if (path === `/${manifest.name}`) {
      const packed = { ...manifest, dist: { tarball: `${url}/pglite.tgz` } };
      const tags = { latest: manifest.version };
      response.end(
        JSON.stringify({
          name: manifest.name,
          'dist-tags': tags,
          versions: { [manifest.version]: packed },
        }),
      );
    } else {
      response.writeHead(302, { location: new URL(request.url ?? '', elsewhere).href }).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

import { execFileSync, spawn } from 'node:child_process';
import { globSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));
const resvg = realpathSync(join(installed, '@resvg/resvg-js'));

/** Folders of the packages that the image installs: PGlite, and resvg with the binary of this platform. */
const served = new Map(
  [
    join(installed, '@electric-sql/pglite'),
    ...globSync('*', { cwd: dirname(resvg) }).map((name) => join(dirname(resvg), name)),
  ].map((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    return [manifest.name, { folder: realpathSync(folder), manifest }] as const;
  }),
);

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/**
 * An npm registry that serves installed packages. It has no binary of another platform. For any other package it names the
 * registry of the machine.
 */
export async function openRegistry(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const elsewhere = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const packed = served.get(path.replace(/\.tgz$/, ''));
    if (packed === undefined && path.startsWith('@resvg/')) response.writeHead(404).end('{}');
    else if (packed === undefined)
      response.writeHead(302, { location: new URL(request.url ?? '', elsewhere).href }).end();
    else if (path.endsWith('.tgz')) {
      const { folder } = packed;
      spawn('tar', ['-cz', '-C', dirname(folder), basename(folder)]).stdout.pipe(response);
    } else {
      const { manifest } = packed;
      const versions = { [manifest.version]: { ...manifest, dist: { tarball: `${url}/${path}.tgz` } } };
      response.end(
        JSON.stringify({ name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }),
      );
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

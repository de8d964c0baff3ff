import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP way to a PostgreSQL server that a test can cut. */
export interface TcpProxy {
  /** The address of the database by this way. */
  readonly url: string;
  /** Breaks every connection, and lets no other one through until it is mended. */
  cut(): void;
  mend(): void;
  /** Breaks every connection; new ones pass. */
  drop(): void;
  /** Lets nothing through any longer, and breaks nothing: a router that forgot. */
  freeze(): void;
  /** Settles when somebody tries in vain. */
  refused(): Promise<void>;
  close(): Promise<void>;
}

export async function openTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const tries = new EventEmitter();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      tries.emit('refused');
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      whole = false;
      drop();
    },
    mend: () => {
      whole = true;
    },
    drop,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    refused: async () => {
      await once(tries, 'refused');
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        drop();
      }),
  };
}

import type { Writable } from 'node:stream';

/** Where a command writes to, though its reader may leave (`answershare list | head`). */
export interface Outlet {
  readonly write: (text: string) => void;
  /** Why it takes no more; null while it does, and where nobody wants more. */
  readonly fault: () => string | null;
}

/** What the stream no longer takes is dropped, so that the work under way goes on. */
export function outlet(stream: Writable): Outlet {
  let open = true;
  let fault: string | null = null;
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    open = false;
    if (code !== 'EPIPE') fault ??= code ?? message;
  });
  return {
    write: (text) => {
      if (open) stream.write(text);
    },
    fault: () => fault,
  };
}

import { Readable } from 'node:stream';
import type { MailMessage } from 'nodemailer';

/** Held shut until the ledger says that the body may leave. */
export interface Gate {
  /** True once `release` has succeeded, that is when body bytes may have left. */
  released(): boolean;
  /** For nodemailer's `stream` step. */
  plugin(mail: MailMessage, done: () => void): void;
}

/**
 * A gate at the very end of a message's byte stream. nodemailer pulls the first byte only after the server's 354, so
 * `release` runs after RCPT was accepted and before the first body byte; if it throws, no byte leaves.
 */
export function bodyGate(release: () => Promise<void>): Gate {
  let released = false;
  return {
    released: () => released,
    plugin: (mail, done) => {
      mail.message.processFunc((input) => {
        async function* body(): AsyncGenerator<Uint8Array> {
          await release();
          released = true;
          for await (const chunk of input) yield chunk as Uint8Array;
        }
        return Readable.from(body(), { objectMode: false });
      });
      done();
    },
  };
}

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type LocalCalls, ServiceFault } from '../host-calls.ts';
import { checkedSleep } from '../sleep-time.ts';

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    throw new ServiceFault(`Invalid argument: charset ${charset}`);
  }
}

function encode(text: string, charset: string): Buffer {
  const name = charset.toLowerCase().replace('_', '-');
  if (name === 'utf-8') return Buffer.from(text, 'utf8');
  if (name === 'us-ascii') return Buffer.from(text.replace(/[^\0-\x7f]/gu, '?'), 'latin1');
  throw new ServiceFault(`Invalid argument: charset ${charset}`);
}

function gunzip(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed);
  } catch {
    throw new ServiceFault('Could not decompress gzip.');
  }
}

/** What a script needs of the machine that no other execution can see. */
export const localCalls: LocalCalls = {
  'text.decode': (base64, charset) => decoder(charset.replace('_', '-')).decode(fromBase64(base64)),
  'text.encode': (text, charset) => encode(text, charset).toString('base64'),
  'bytes.of': (base64) => [...new Int8Array(fromBase64(base64))],
  'bytes.pack': (bytes) => Buffer.from(Int8Array.from(bytes).buffer).toString('base64'),
  'hash.digest': (algorithm, base64) => createHash(algorithm).update(fromBase64(base64)).digest('base64'),
  'hash.hmac': (algorithm, base64, keyBase64) =>
    createHmac(algorithm, fromBase64(keyBase64)).update(fromBase64(base64)).digest('base64'),
  'gzip.pack': (base64) => gzipSync(fromBase64(base64)).toString('base64'),
  'gzip.unpack': (base64) => gunzip(fromBase64(base64)).toString('base64'),
  'uuid.make': () => randomUUID(),
  'thread.sleep': (milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, checkedSleep(milliseconds));
    return null;
  },
};

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { ServiceFault } from '../protocol/errors.ts';
import { limits } from '../protocol/limits.ts';

export interface HttpAgents {
  http: HttpAgent;
  https: HttpsAgent;
}

export function createAgents(): HttpAgents {
  return { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
}

export interface RawRequest {
  url: URL;
  method: string;
  headers: { [name: string]: string };
  body: Buffer | null;
  validateHttpsCertificates: boolean;
  signal: AbortSignal;
}

export interface RawResponse {
  code: number;
  headers: [string, string][];
  body: Buffer;
}

/** One HTTP request and its decompressed body. Rejects with Node's error. */
export function sendRaw(agents: HttpAgents, request: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const options = { method: request.method, headers: request.headers, signal: request.signal };
    const sent =
      request.url.protocol === 'https:'
        ? httpsRequest(request.url, {
            ...options,
            agent: agents.https,
            rejectUnauthorized: request.validateHttpsCertificates,
          })
        : httpRequest(request.url, { ...options, agent: agents.http });
    sent.on('error', reject);
    sent.on('response', (response) => {
      readBody(response).then(
        (body) => resolve({ code: response.statusCode ?? 0, headers: readHeaders(response), body }),
        reject,
      );
    });
    sent.end(request.body ?? undefined);
  });
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > limits.fetchResponse.value) {
      response.destroy();
      throw new ServiceFault(responseTooLarge);
    }
    chunks.push(chunk);
  }
  return decompress(Buffer.concat(chunks), response.headers['content-encoding'] ?? '');
}

const responseTooLarge = 'Limit Exceeded: URLFetch Response Size.';
const decompressors: { readonly [encoding: string]: typeof gunzipSync | typeof brotliDecompressSync } = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function decompress(body: Buffer, encoding: string): Buffer {
  const unpack = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (body.length === 0 || unpack === undefined) return body;
  try {
    return unpack(body, { maxOutputLength: limits.fetchResponse.value });
  } catch (error) {
    if (error instanceof RangeError) throw new ServiceFault(responseTooLarge);
    throw error;
  }
}

function readHeaders(response: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < response.rawHeaders.length; i += 2) {
    pairs.push([response.rawHeaders[i] ?? '', response.rawHeaders[i + 1] ?? '']);
  }
  return pairs;
}

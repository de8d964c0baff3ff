import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBaseUrl } from '@answershare/core';

function fromFile(text: string): string {
  const value: unknown = JSON.parse(text);
  if (
    typeof value === 'object' &&
    value !== null &&
    'serviceUrl' in value &&
    typeof value.serviceUrl === 'string'
  ) {
    return value.serviceUrl;
  }
  throw new Error('service.json must be {"serviceUrl": "https://…"}.');
}

/** The address to build for: ANSWERSHARE_SERVICE_URL, else service.json next to build.ts, else none (empty). */
export async function serviceUrl(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const fromEnv = env.ANSWERSHARE_SERVICE_URL ?? '';
  if (fromEnv !== '') return parseBaseUrl(fromEnv);
  let text: string;
  try {
    text = await readFile(join(root, 'service.json'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
  return parseBaseUrl(fromFile(text));
}

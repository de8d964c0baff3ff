import { isObject } from '../reading/json.ts';

/** Code and message of an error answer; null where the body holds none. */
export interface ErrorBody {
  readonly code: string | null;
  readonly message: string | null;
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/**
 * Reads an error body: `{error:{code,message}}` (specification §2, fixed), and what proxies and other services send
 * instead: `{code,message}`, `{error:"text"}`, `{message}`.
 */
export function readErrorBody(body: unknown): ErrorBody | null {
  if (!isObject(body)) return null;
  if (isObject(body.error)) return { code: text(body.error.code), message: text(body.error.message) };
  const code = text(body.code);
  const message = text(body.error) ?? text(body.message);
  return code === null && message === null ? null : { code, message };
}

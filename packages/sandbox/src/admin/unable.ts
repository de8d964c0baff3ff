import type { Context } from 'hono';
import type { z } from 'zod';
import { complaint } from './orders.ts';

/** An order the admin surface cannot carry out: the sentence it answers with, and 400 or 404. */
export class Unable extends Error {
  readonly status: 400 | 404;
  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}

export function problem(code: string, message: string) {
  return { error: { code, message } };
}

/** The checked body of a call. Throws Unable with every complaint. */
export async function order<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const checked = schema.safeParse(await sentJson(c));
  if (!checked.success) throw new Unable(400, complaint(checked.error));
  return checked.data;
}

export async function sentJson(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Unable(400, 'The body is not JSON: send a JSON object.');
  }
}

/** Carries out what may throw a RangeError about what was ordered. */
export function ordered<T>(carryOut: () => T): T {
  try {
    return carryOut();
  } catch (error) {
    if (error instanceof RangeError) throw new Unable(400, error.message);
    throw error;
  }
}

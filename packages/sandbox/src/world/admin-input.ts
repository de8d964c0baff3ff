import type { Context } from 'hono';
import type { z } from 'zod';

/** An error of the admin API with its status. */
export class AdminError extends Error {
  readonly status: 400 | 404;
  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}

export function problem(code: string, message: string) {
  return { error: { code, message } };
}

/** The validated body of a call. Throws AdminError with all problems. */
export async function parseCommandBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const checked = schema.safeParse(await readJsonBody(c));
  if (!checked.success) throw new AdminError(400, formatCommandIssues(checked.error));
  return checked.data;
}

export async function readJsonBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new AdminError(400, 'The body is not JSON: send a JSON object.');
  }
}

/** Runs an action and converts its RangeError to an AdminError. */
export function parseCommand<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) throw new AdminError(400, error.message);
    throw error;
  }
}

function formatCommandIssues(error: z.ZodError): string {
  const parts = error.issues.map((issue) => {
    const where = issue.path.join('.');
    return where === '' ? issue.message : `${where}: ${issue.message}`;
  });
  return `The body is not what this call takes: ${parts.join('; ')}.`;
}

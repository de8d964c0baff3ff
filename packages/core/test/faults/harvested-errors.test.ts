import { expect, it } from 'vitest';
import type { Subject } from '../../src/errors/api-error.ts';
import { classifyFault } from '../../src/faults/classify-fault.ts';
import { readErrorBody } from '../../src/faults/error-body.ts';
import { type Endpoint, readByRecipe } from '../../src/index.ts';
import { sandboxRecipes } from '../support/sandbox-recipes.ts';
import harvested from './harvested-errors.json' with { type: 'json' };

interface Row {
  readonly source: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly expect: {
    readonly kind: string;
    readonly code: string | null;
    readonly message: string | null;
    readonly waitSeconds: number | null;
    readonly requestId?: string;
  };
}

const now = Date.UTC(2026, 10, 21, 5);
const subject: Subject = { endpoint: 'authority', website: 'ws_1', baseUrl: 'https://api.example.com' };
const rows = harvested.errors as readonly Row[];

it.each(
  rows.map((row) => [`${row.source}, ${row.status}: ${row.expect.code} ${row.expect.kind}`, row] as const),
)(
  'an answer of another service becomes the right fault: %s',
  (_, { status, headers = {}, body, expect: wanted }) => {
    const error = classifyFault({ ok: true, status, headers, text: JSON.stringify(body) }, subject, now);
    expect(error).toMatchObject({
      kind: wanted.kind,
      code: wanted.code,
      retryAt: wanted.waitSeconds === null ? null : now + wanted.waitSeconds * 1_000,
      ...(wanted.requestId === undefined ? {} : { requestId: wanted.requestId }),
    });
    expect(readErrorBody(body)?.message ?? null).toBe(wanted.message);
  },
);

it.each(harvested.inside.map((one) => [one.source, one] as const))(
  'an error of %s inside a 200 is refused by every recipe',
  (_, { body }) => {
    for (const [endpoint, recipe] of Object.entries(sandboxRecipes(1)))
      expect(readByRecipe(endpoint as Endpoint, recipe, body).ok).toBe(false);
  },
);

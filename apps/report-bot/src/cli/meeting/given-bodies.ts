import { type Endpoint, parseBody } from '@answershare/core';
import { Complaint } from '../../complaint.ts';
import type { Context } from '../context.ts';
import { givenBytes, textOf } from './given.ts';
import { keptAnswer } from './recordings.ts';

/** A body of one endpoint that a person gave. */
export interface GivenBody {
  /** For people. */
  readonly name: string;
  /** Parsed, or why it is no body, as a sentence. */
  readonly body: { readonly parsed: unknown } | { readonly why: string };
}

/** Bodies from files, or from answers that `call --json` kept; `-` is standard input. */
export async function givenBodies(
  context: Context,
  kind: Endpoint,
  files: readonly string[],
): Promise<readonly GivenBody[]> {
  if (files.filter((file) => file === '-').length > 1)
    throw new Complaint('Standard input can be read once. Name files for the other bodies.', 2);
  const given: GivenBody[] = [];
  for (const file of files) given.push(bodyIn(kind, file, await givenBytes(context, file)));
  return given;
}

function bodyIn(kind: Endpoint, file: string, bytes: Uint8Array): GivenBody {
  const source = file === '-' ? 'standard input' : file;
  const text = textOf(bytes);
  if (text === null) return { name: source, body: { why: 'The body is not text in UTF-8.' } };
  const parsed = parseBody(text);
  if (!parsed.ok) return { name: source, body: { why: `This is ${parsed.what}.` } };
  const kept = keptAnswer(parsed.body);
  if (kept === null) return { name: source, body: { parsed: parsed.body } };
  if (kept.endpoint !== kind)
    throw new Complaint(
      `${source} is an answer of ${kept.endpoint} that "call --json" kept, not one of ${kind}. Read it with "answershare read ${kept.endpoint} FILE".`,
      2,
    );
  const name = `${source} (status ${kept.status}, kept by "call --json")`;
  const inside = parseBody(kept.body);
  return { name, body: inside.ok ? { parsed: inside.body } : { why: `The kept body is ${inside.what}.` } };
}

/** Bodies that all have to be readable. */
export function bodiesOf(given: readonly GivenBody[]): readonly unknown[] {
  return given.map(({ name, body }) => {
    if ('parsed' in body) return body.parsed;
    throw new Complaint(`${name} is no body. ${body.why}`, 2);
  });
}

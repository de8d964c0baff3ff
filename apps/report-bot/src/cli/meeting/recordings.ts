import type { RecordedAnswer } from '@answershare/core';
import { z } from 'zod';
import { Complaint } from '../../complaint.ts';
import type { Context } from '../context.ts';
import { endpointNames } from './endpoint-names.ts';
import { givenJson } from './given.ts';
import { shapeWords } from './shape-words.ts';

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);
const isInstant = (at: number): boolean => at >= earliest && at < latest;

const shape = z.object({
  endpoint: z.enum(endpointNames, `is none of ${endpointNames.join(', ')}`),
  status: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().refine((body) => body !== undefined, 'is missing'),
  url: z.string().optional(),
  at: z.number().refine(isInstant, 'is no time in milliseconds since 1970').optional(),
});

/** An answer that `call --json` kept; null where a value is something else, such as a body. */
export function keptAnswer(value: unknown): RecordedAnswer | null {
  const checked = shape.required({ url: true }).safeParse(value);
  return checked.success ? recorded(checked.data) : null;
}

/** Answers that `call --json` kept, one object or a list of them a file. All complaints about all files at once. */
export async function readRecordings(
  context: Context,
  files: readonly string[],
): Promise<readonly RecordedAnswer[]> {
  const found: RecordedAnswer[] = [];
  const complaints: string[] = [];
  for (const file of files) {
    const given = await givenJson(context, file);
    for (const one of Array.isArray(given) ? given : [given]) {
      const checked = shape.safeParse(one);
      if (checked.success) found.push(recorded(checked.data));
      else complaints.push(`${file} is no kept answer:\n${shapeWords(checked.error, one)}`);
    }
  }
  if (complaints.length > 0)
    throw new Complaint(
      `${complaints.join('\n')}\nKeep an answer with "answershare call authority --website ID --json > authority.json".`,
      2,
    );
  if (found.length === 0)
    throw new Complaint(
      `No kept answer in ${files.join(', ')}. Keep one with "answershare call authority --website ID --json > authority.json".`,
      2,
    );
  return found;
}

/** A body that somebody kept as JSON instead of its text is written out again: its shape is what counts here. */
function recorded({ headers, body, url, at, ...rest }: z.output<typeof shape>): RecordedAnswer {
  return {
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(url === undefined ? {} : { url }),
    ...(at === undefined ? {} : { at }),
  };
}

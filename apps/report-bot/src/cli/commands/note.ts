import { explainReference, readDirectory, resolveReference } from '../../collect/website-directory.ts';
import { eventSchema } from '../../settings/events-and-goals.ts';
import { listServiceNames } from '../../settings/services.ts';
import type { BotSettings } from '../../settings/settings.ts';
import { deleteNotedEvent, saveNotedEvent } from '../../store/noted-events.ts';
import type { Database } from '../../store/tables.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

interface NoteOptions extends CommonOptions {
  readonly on: string;
  readonly website?: string;
  readonly forget?: boolean;
}

/** Records what happened on a day, as `events` of the settings do; or forgets such a note. */
export async function noteEvent(context: Context, text: string, options: NoteOptions): Promise<ExitCode> {
  const { on, website, forget = false } = options;
  const { data, error } = eventSchema.safeParse({
    on,
    text: text.trim(),
    ...(website === undefined ? {} : { websites: [website] }),
  });
  if (data === undefined) {
    const [issue] = error.issues;
    const subject = { on: '--on', text: 'The text', websites: '--website' }[String(issue?.path[0])];
    const why = issue?.path[0] === 'text' ? 'has 1 to 80 characters' : issue?.message;
    throw new UsageError(`${subject ?? 'The note'} ${why}.`);
  }
  const settings = context.settings(options.config);
  const { db } = await context.store(settings.store);
  const now = parseClock(options.now)();
  if (!forget && website !== undefined) await assertListed(db, website, settings, now);
  const isDone = forget ? await deleteNotedEvent(db, data) : await saveNotedEvent(db, data, now);
  const [done, idle] = forget
    ? ['forgotten', 'the ledger has no such note']
    : ['noted', 'the ledger has it already'];
  if (options.json === true) context.writeJson({ ...data, forget, changed: isDone });
  else context.report(`${data.on} ${data.text}: ${isDone ? done : idle}.`);
  context.next('preview', options);
  return 0;
}

/** Rejects a website that the service does not list: no mail would ever name the note. */
async function assertListed(
  db: Database,
  website: string,
  { services }: BotSettings,
  now: number,
): Promise<void> {
  const directory = await readDirectory(
    db,
    { websites: [website], recipients: [], channels: [], services: listServiceNames(services) },
    now,
  );
  if (directory !== null && resolveReference(directory, website).length === 0)
    throw new UsageError(explainReference(directory, website));
}

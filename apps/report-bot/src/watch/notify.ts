import MimeNode from 'nodemailer/lib/mime-node';
import { escapeSigns } from '../renderers/chat/slack.ts';
import { createTextMessage } from '../renderers/chat/teams.ts';
import { toLocalDate } from '../schedule/iso-week.ts';
import type { Channel } from '../settings/channels.ts';
import type { NotifySettings } from '../settings/settings.ts';
import { claimNotices, endNotices, isSameNotice, type NoticeKey, releaseNotices } from '../store/notices.ts';
import type { Store } from '../store/store.ts';
import { isDiskFull } from '../system/errors.ts';
import { createStableId, dropPeriod, pluralize } from '../system/text.ts';
import { postMessage } from '../transports/http.ts';
import { sendMail } from '../transports/mail/mail-transport.ts';
import { type BotStatus, isBlocking, type Problem } from './bot-status.ts';

interface NotifyOptions {
  readonly store: Store;
  readonly settings: () => NotifySettings;
  readonly writeError: (line: string) => void;
  readonly late: AbortSignal;
}

/** Notifies people of the problems of a status, and the dead-man check that the bot ticks. */
export interface Notifier {
  /** A call during another one is left out: the next minute brings the next status. */
  handle(status: BotStatus): void;
  idle(): Promise<void>;
}

interface Notice {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** The wait after a notice that no address or channel took. */
const retryMs = 600_000;

export function openNotifier({ store, settings, writeError, late }: NotifyOptions): Notifier {
  /** What was notified while nothing could be recorded. */
  let unrecorded: NoticeKey[] = [];
  let notBefore = -Infinity;
  let isStarted = false;
  let work: Promise<void> | null = null;

  const notify = async (status: BotStatus): Promise<void> => {
    const { problems, at } = status;
    const day = toLocalDate(at, 'UTC');
    const due = problems.filter(({ notifyAfter }) => notifyAfter === null || notifyAfter <= at);
    if (problems.some(({ cause }) => cause === 'database')) return notifyUnrecorded(due, at);
    try {
      await notifyRecorded(status, day, due);
    } catch (thrown) {
      if (!isDiskFull(thrown)) throw thrown;
      await notifyUnrecorded(due, at);
    }
  };

  const notifyUnrecorded = async (due: readonly Problem[], at: number): Promise<void> => {
    const fresh = due.filter((one) => !unrecorded.some((known) => isSameNotice(known, one)));
    if (fresh.length > 0 && (await send(formatProblems(fresh), at))) unrecorded = [...unrecorded, ...fresh];
  };

  const notifyRecorded = async (
    { problems, at }: BotStatus,
    day: string,
    due: readonly Problem[],
  ): Promise<void> => {
    const isOpen = (known: NoticeKey): boolean => problems.some((one) => isSameNotice(known, one));
    const ended = [...(await endNotices(store.db, problems)), ...unrecorded.filter((one) => !isOpen(one))];
    const claimed = await claimNotices(store.db, day, due);
    const fresh = claimed.filter((one) => !unrecorded.some((known) => isSameNotice(known, one)));
    unrecorded = [];
    if (ended.length > 0) await send(formatEnded(ended), at);
    if (fresh.length > 0 && !(await send(formatProblems(fresh), at))) {
      await releaseNotices(store.db, day, fresh);
      notBefore = at + retryMs;
    }
  };

  /** True if it left for one address or channel at least. */
  const send = async (notice: Notice, at: number): Promise<boolean> => {
    const { to, mail, channels } = settings();
    const id = createStableId('notice', notice.subject, String(at), ...notice.lines);
    const attempts = [
      ...(mail === null ? [] : to).map((address) => () => mailNotice(notice, { id, address, at })),
      ...channels.map((channel) => () => postNotice(channel, notice, id)),
    ];
    let isSent = false;
    for (const attempt of attempts) {
      const fault = await attempt();
      if (fault === null) isSent = true;
      else writeError(`A notice did not leave: ${dropPeriod(fault)}.`);
    }
    return isSent;
  };

  const mailNotice = async (
    { subject, lines }: Notice,
    { id, address, at }: { readonly id: string; readonly address: string; readonly at: number },
  ): Promise<string | null> => {
    const { mail } = settings();
    if (mail === null) return 'there is no mail server';
    const root = new MimeNode('text/plain; charset=utf-8', { baseBoundary: id }).setHeader({
      From: mail.from,
      To: address,
      Subject: subject,
      'Message-ID': `<${id}@${mail.from.split('@').at(-1)?.replace(/>$/, '')}>`,
      'Auto-Submitted': 'auto-generated',
      Date: new Date(at),
    });
    root.setContent(`${lines.join('\r\n')}\r\n`);
    const raw = await root.build();
    const attempt = await sendMail(mail, { raw, envelope: root.getEnvelope() }, async () => undefined, late);
    return attempt.state === 'sent' ? null : attempt.reason;
  };

  const postNotice = async (channel: Channel, notice: Notice, id: string): Promise<string | null> => {
    const body = JSON.stringify(formatBody(channel.kind, notice));
    const attempt = await postMessage(channel, { id: `msg_${id}`, body }, async () => undefined, { late });
    return attempt.state === 'sent' ? null : `${channel.id}: ${attempt.reason}`;
  };

  const ping = async (status: BotStatus): Promise<void> => {
    const { ping: url } = settings();
    if (url === null) return;
    const faults = status.problems.filter(isBlocking);
    const signal = faults.length > 0 ? '/fail' : isStarted ? '' : '/start';
    isStarted = true;
    const address = url.replace(/\/?(?=$|[?#])/, signal);
    const channel: Channel = { id: 'ping', kind: 'webhook', url: address, secret: null, locale: 'en' };
    const body = JSON.stringify({ problems: faults.map(({ cause, subject }) => ({ cause, subject })) });
    const attempt = await postMessage(channel, { id: 'ping', body }, async () => undefined, { late });
    if (attempt.state !== 'sent')
      writeError(`The dead-man check was not reached: ${dropPeriod(attempt.reason ?? '')}.`);
  };

  const handleStatus = async (status: BotStatus): Promise<void> => {
    const { to, channels } = settings();
    const isOn = to.length + channels.length > 0 && status.at >= notBefore;
    try {
      await Promise.all([isOn ? notify(status) : null, ping(status)]);
    } catch (thrown) {
      if (!store.isOutage(thrown)) throw thrown;
    } finally {
      work = null;
    }
  };
  return {
    handle: (status) => {
      if (work !== null) return;
      work = handleStatus(status);
      work.catch((thrown: Error) => writeError(`A notice did not leave: ${thrown.message}`));
    },
    idle: async () => {
      await work?.catch(() => undefined);
    },
  };
}

const formatKey = ({ cause, subject }: NoticeKey): string =>
  `${cause}${subject === '' ? '' : ` (${subject})`}`;

function formatProblems(problems: readonly Problem[]): Notice {
  const [first] = problems;
  const what =
    problems.length === 1 && first !== undefined ? formatKey(first) : pluralize(problems.length, 'problem');
  return {
    subject: `Answershare: ${what}`,
    lines: problems.map(
      ({ cause, text, command }) =>
        `${cause}: ${dropPeriod(text)}.${command === null ? '' : ` Run: ${command}`}`,
    ),
  };
}

function formatEnded(keys: readonly NoticeKey[]): Notice {
  const [first] = keys;
  const what =
    keys.length === 1 && first !== undefined ? formatKey(first) : pluralize(keys.length, 'problem');
  return {
    subject: `Answershare: over: ${what}`,
    lines: keys.map((key) => `${formatKey(key)} is over.`),
  };
}

/** A message in the form of its channel. */
function formatBody(kind: Channel['kind'], { subject, lines }: Notice): object {
  if (kind === 'webhook') return { type: 'notice', subject, lines };
  const all = [subject, ...lines];
  return kind === 'slack' ? { text: escapeSigns(all.join('\n')) } : createTextMessage(all);
}

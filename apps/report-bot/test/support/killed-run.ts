import { EventEmitter, once } from 'node:events';
import { openHttpProxy } from './http-proxy.ts';
import { monday, type openLedgers, readList } from './ledgers.ts';
import { mailKeys, openMailService, type ServiceName, useService } from './mail-service.ts';
import { acceptLogins, openSmtpServer } from './smtp-server.ts';

/**
 * Where a process is killed with SIGKILL: when its nth request arrives at the service, or when its nth mail is at RCPT, at
 * its first byte, after its final dot, or answered with 250. A mail service has it as a whole, accepts it, and answers.
 */
export interface KillPoint {
  readonly at: 'request' | 'rcpt' | 'body' | 'dot' | '250' | 'asked' | 'accepted' | 'answered';
  readonly nth: number;
}

/** What the servers saw of a Monday, and what the ledger says. */
export interface KilledRun {
  readonly kills: number;
  readonly sent: number;
  /** Listed as uncertain, for the operator to settle. */
  readonly uncertain: number;
  /** Of the uncertain ones, those that arrived. */
  readonly arrived: number;
  /** Recipients without a mail that the ledger does not call uncertain. */
  readonly lost: number;
  /** Recipients with more than one mail. */
  readonly twice: number;
  /** Answers that the day still lacks. */
  readonly open: number;
  /** Requests beyond one a question; each was cut off by a kill. */
  readonly repeated: number;
}

/** Runs `start` on a Monday, kills it at each point in turn and starts it again, then lets it end its work. */
export async function runWithKills(
  ledgers: Awaited<ReturnType<typeof openLedgers>>,
  websites: number,
  recipients: readonly string[],
  points: readonly KillPoint[],
  service: ServiceName | null = null,
): Promise<KilledRun> {
  const reached = new EventEmitter();
  let point: KillPoint | null = null;
  let seen = 0;
  /** True where the process is to be killed here. */
  const isHere = (at: KillPoint['at']): boolean => {
    if (point?.at !== at) return false;
    seen += 1;
    if (seen !== point.nth) return false;
    reached.emit('point');
    return true;
  };
  const never = new Promise<never>(() => undefined);
  let answered = 0;
  // While a process is to die at the mail server, the service keeps it waiting, and the other way round.
  const proxy = await openHttpProxy(ledgers.sandbox, (_url) => {
    if (isHere('request') || (point !== null && point.at !== 'request')) return never;
    answered += 1;
    return null;
  });
  const begun = new Set<string>();
  const accepted: string[] = [];
  const smtpServer = await openSmtpServer({
    ...acceptLogins,
    onRcptTo: (_address, _session, done) => {
      if (point?.at === 'request' || isHere('rcpt')) return;
      done();
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      stream.once('data', () => {
        begun.add(to);
        if (isHere('body')) stream.pause();
      });
      stream.on('end', () => {
        if (point?.at === 'body' && seen >= point.nth) return;
        accepted.push(to);
        if (isHere('dot')) return;
        done();
        reached.emit('mail');
        isHere('250');
      });
    },
  });
  const mailService = await openMailService((stage, _request, response) => {
    if (point?.at === 'request') return true;
    if (stage === 'accepted') response.once('finish', () => isHere('answered'));
    return isHere(stage);
  });
  const bot = await ledgers.bot(smtpServer, recipients, proxy.url);
  if (service !== null)
    bot.settings(useService(service, mailService.url)(ledgers.text(smtpServer, recipients, proxy.url)));
  const environment = { environment: mailKeys };
  let kills = 0;
  for (point of points) {
    seen = 0;
    const here = once(reached, 'point');
    const running = await bot.begin(['start', '--now', monday], environment);
    await Promise.race([here, running.finished]);
    running.child.kill('SIGKILL');
    if ((await running.finished).signal === 'SIGKILL') kills += 1;
    smtpServer.drop();
    mailService.drop();
  }
  point = null;
  const questions = 1 + 4 * websites;
  // One pass decides what a service can decide.
  if (service !== null) await bot.run(['run', '--now', monday], environment);
  const mails = service === null ? recipients.length - begun.size : 0;
  const last = await bot.begin(['start', '--now', monday], environment);
  const sent = (async () => {
    for (let more = mails; more > 0; more -= 1) await once(reached, 'mail');
  })();
  await Promise.all([sent, answered < questions ? last.says('Snapshot of 2026-11-23') : null]);
  last.child.kill('SIGTERM');
  const end = await last.finished;
  if (end.code !== 0) throw new Error(`the last process ended with ${end.code}:\n${end.out}${end.err}`);
  const { ledger } = await readList(bot, environment);
  const requests = proxy.asked.length;
  const day = JSON.parse((await bot.run(['snapshot', '--json', '--now', monday], environment)).out) as {
    answers: number;
  };
  await smtpServer.close();
  await mailService.close();
  await proxy.close();
  accepted.push(...mailService.accepted.flatMap((mail) => mail.recipients));
  const count = (to: string): number => accepted.filter((one) => one === to).length;
  const stateOf = (to: string): string | undefined =>
    ledger.deliveries.find(({ recipient }) => recipient === to)?.state;
  return {
    kills,
    sent: recipients.filter((to) => stateOf(to) === 'sent' && count(to) === 1).length,
    uncertain: recipients.filter((to) => stateOf(to) === 'uncertain').length,
    arrived: recipients.filter((to) => stateOf(to) === 'uncertain' && count(to) > 0).length,
    lost: recipients.filter((to) => count(to) === 0 && stateOf(to) !== 'uncertain').length,
    twice: recipients.filter((to) => count(to) > 1).length,
    open: day.answers,
    repeated: requests - questions,
  };
}

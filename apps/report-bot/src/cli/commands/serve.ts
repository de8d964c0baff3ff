import { openListener } from '../../http/listener.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import { waitForAbort } from '../../system/pause.ts';
import type { Context } from '../io/context.ts';
import { formatUtc } from '../io/format.ts';
import { openGateway } from '../io/open-gateway.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

/** Serves the gateway alone until a signal: neither snapshots nor mails. On PostgreSQL any number of processes may. */
export async function serveGateway(context: Context, options: CommonOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  clock();
  const settings = context.settings(options.config);
  const { http, gateway } = settings;
  if (http === null || gateway === null)
    throw new UsageError('The settings have no "http" with "listen", or no "gateway". Add both.');
  const store = await context.store(settings.store, 'exclusive');
  const opened = openGateway({
    store,
    settings: { ...settings, gateway },
    clock,
    ended: context.ended,
    writeError: (text) => context.writeError(text, formatUtc(clock())),
  });
  const listener = await openListener(http, null, opened.routes);
  if (options.json === true)
    context.writeJson({ at: formatUtc(clock()), type: 'listening', url: listener.url });
  else context.report(`${formatUtc(clock())} The gateway answers at ${listener.url}/api/v1.`);
  await waitForAbort(context.ended);
  listener.close();
  await opened.close();
  return 0;
}

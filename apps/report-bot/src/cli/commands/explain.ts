import type { ExitCode } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import { type DigestOptions, readDigestOptions } from '../io/digest-options.ts';
import { explainNamed, formatExplanation } from '../io/explanation.ts';

/** Prints the inputs, the formula, the interval and the snapshots behind one figure of a digest. Sends nothing. */
export async function explain(context: Context, name: string, options: DigestOptions): Promise<ExitCode> {
  const { settings, ...where } = readDigestOptions(context, options);
  const store = await context.store(settings.store);
  const explanation = await explainNamed(store, where, name);
  if (options.json === true) context.writeJson(explanation);
  else context.report(formatExplanation(explanation).join('\n'));
  context.next('history', options);
  return 0;
}

import { workerThread } from '../../collect/worker-thread.ts';
import type { ExitCode } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import { formatDrafts } from '../io/format.ts';
import { readInputBodies, requireBodies } from '../io/input.ts';
import { parseEndpoint } from '../io/options.ts';

/**
 * Recognises several bodies of one endpoint together. Prints each draft recipe with its assumptions and figures.
 * Exits 0 if the first draft is clear, else 3.
 */
export async function recogniseBodies(
  context: Context,
  word: string,
  files: readonly string[],
  options: { readonly json?: boolean },
): Promise<ExitCode> {
  const kind = parseEndpoint(word);
  const inputs = await readInputBodies(context, kind, files);
  const found = await workerThread.run('draftRecipes', [kind, requireBodies(inputs)], context.ended);
  const names = inputs.map(({ name }) => name);
  if (options.json === true) context.writeJson(found);
  else context.report(formatDrafts(kind, names, found).join('\n'));
  return found.clear ? 0 : 3;
}

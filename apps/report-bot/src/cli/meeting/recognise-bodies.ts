import type { ExitCode } from '../../complaint.ts';
import { theReadingThread } from '../../reading/reading-thread.ts';
import type { Context } from '../context.ts';
import { draftWords } from './drafts.ts';
import { endpointNamed } from './endpoint-names.ts';
import { bodiesOf, givenBodies } from './given-bodies.ts';

/**
 * Inspects several bodies of one endpoint together and prints each draft of a recipe: what it assumes and the figures that it
 * gives. Ends with 0 where the first draft is clear, else with 3.
 */
export async function recogniseBodies(
  context: Context,
  word: string,
  files: readonly string[],
  options: { readonly json?: boolean },
): Promise<0 | ExitCode> {
  const kind = endpointNamed(word);
  const given = await givenBodies(context, kind, files);
  const found = await theReadingThread.run('recognised', [kind, bodiesOf(given)], context.ended);
  const names = given.map(({ name }) => name);
  context.write(options.json === true ? JSON.stringify(found) : draftWords(kind, names, found).join('\n'));
  return found.clear ? 0 : 3;
}

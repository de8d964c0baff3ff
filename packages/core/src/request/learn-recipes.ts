import { type Exchange, learnByHost } from '../exchange/effect.ts';
import { type Reading, readByRecipes, unclear } from '../recipes/read-by-recipe.ts';
import type { KnownRecipe, Recognition } from '../recipes/recipe.ts';
import { adoptRecipe, hasEmptyList, promoteRecipes } from '../recipes/recipe-book.ts';
import type { Endpoint, ResourceValues } from '../resources/resources.ts';
import { reportDrift } from './observe-headers.ts';
import { applyEvent, type Session } from './session.ts';

/** Most distinct bodies of an endpoint for one inference. */
const maxSamples = 8;

/**
 * Reads a body by the recipes of its endpoint. If none fits, the host may infer one from all bodies of the session. Fails
 * without inference, or if a person has to decide.
 */
export function* readAndLearn<K extends Endpoint>(
  session: Session,
  endpoint: K,
  body: unknown,
): Exchange<Reading<ResourceValues[K]>> {
  const known = session.recipes[endpoint] || [];
  const reading = readByRecipes(endpoint, known, body);
  if (reading.ok && reading.trace.status !== 'provisional') return reading;
  const samples = addSample(session, endpoint, body);
  if (reading.ok) {
    if (samples.length > 1) setRecipes(session, endpoint, promoteRecipes(known));
    return reading;
  }
  let recognition = yield* learnByHost(endpoint, samples);
  if (recognition === undefined) return reading;
  let adopted = adoptRecipe(known, recognition, session.host.now());
  if (adopted === null && known.length > 0 && samples.length > 1) {
    recognition = (yield* learnByHost(endpoint, [body])) as Recognition;
    adopted = adoptRecipe(known, recognition, session.host.now());
  }
  if (adopted === null)
    return known.every(({ recipe }) => hasEmptyList(recipe)) ? unclear(recognition.reason) : reading;
  setRecipes(session, endpoint, adopted);
  if (known.length > 0) reportDrift(session, endpoint, `its shape has changed: ${reading.reason}`);
  return readByRecipes(endpoint, adopted, body);
}

/**
 * Reads bodies of an endpoint, after learning from all of them together. A recipe that is more than provisional stays as it is.
 */
export function* readTogether(
  session: Session,
  endpoint: Endpoint,
  bodies: readonly unknown[],
): Exchange<readonly Reading<unknown>[]> {
  const known = session.recipes[endpoint] || [];
  const isOpen = known.every(({ status }) => status === 'provisional');
  const recognition = isOpen ? yield* learnByHost(endpoint, bodies) : undefined;
  const adopted = recognition && adoptRecipe([], recognition, session.host.now());
  if (adopted !== undefined) setRecipes(session, endpoint, adopted ?? []);
  return bodies.map((body) =>
    adopted === null ? unclear(recognition?.reason ?? '') : readByRecipes(endpoint, adopted ?? known, body),
  );
}

function setRecipes(session: Session, endpoint: Endpoint, recipes: readonly KnownRecipe[]): void {
  applyEvent(session, { type: 'recipes', endpoint, recipes });
}

/** The distinct bodies of an endpoint in this session, the newest last. */
function addSample(session: Session, endpoint: Endpoint, body: unknown): readonly unknown[] {
  const before = session.samples[endpoint] || [];
  if (before.includes(body)) return before;
  const text = JSON.stringify(body);
  const others = before.filter((sample) => JSON.stringify(sample) !== text);
  const samples = [...others, body].slice(-maxSamples);
  applyEvent(session, { type: 'samples', endpoint, samples });
  return samples;
}

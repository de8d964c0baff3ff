import { numberAt } from '../reading/figures.ts';
import { reader } from '../reading/reader.ts';
import { refuse } from '../reading/trace.ts';
import { failedAround, made } from '../reading/unsettled.ts';
import type { Authority } from './authority.ts';
import { componentsOf } from './components.ts';
import { scaleBySize, statedScale } from './scale.ts';
import { scoreField } from './score.ts';

/** Reads the body of `GET /api/v1/authority`: the score as written, its scale, and its components however they are written. */
export const readAuthority = reader('authority', (survey, tracer): Authority => {
  const field = scoreField(survey, tracer);
  const { cell, place } = field;
  tracer.path = place.pointer;
  tracer.found('score', cell);
  const written = numberAt(cell, 'the score', tracer);
  const says = failedAround(survey, cell.pointer);
  const score = { ...written, value: made(written.value, says, place.pointer || 'the body', tracer) };
  if ((score.value ?? 0) < 0) refuse(`the score at ${cell.pointer} is below 0`);
  const components = componentsOf(survey, field, score.value, tracer);
  const stated = statedScale(cell, score, place, tracer);
  const scale = stated ?? scaleBySize(score.value ?? 0, components, tracer);
  if (stated !== null && (score.value ?? 0) > stated)
    refuse(`the score ${score.value} is above its scale ${stated}`);
  return { score: score.value, scale, components };
});

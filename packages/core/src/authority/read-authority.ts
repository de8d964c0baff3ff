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
  const value = score.value ?? 0;
  const isEither = written.scale === null && !written.percent && value > 0 && value < 1 && (stated ?? 0) > 1;
  if (isEither)
    tracer.doubt(0.8, `the score ${value} may be a part of 1 and not of ${stated}: its scale is unknown`);
  const scale = isEither ? null : (stated ?? scaleBySize(value, components, tracer));
  const above = components.filter((part) => scale !== null && (part.score ?? 0) > scale);
  if (above.length > 0)
    tracer.note(
      `parts above the score's scale of ${scale} stand on others: ${above.map(({ name }) => name).join(', ')}`,
    );
  if (stated !== null && value > stated) refuse(`the score ${score.value} is above its scale ${stated}`);
  return { score: score.value, scale, components };
});

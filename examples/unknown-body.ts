/** Bodies are not documented. What one body leaves open is a draft to confirm; several bodies often settle it. */
import { type Draft, readByRecipe } from '@answershare/core';
import { recognise } from '@answershare/recogniser';

const bodyOf = (own: number, rivals: readonly number[]): unknown => ({
  result: {
    share_of_voice: own,
    competitors: rivals.map((share_of_voice, at) => ({ name: `Rival ${at + 1}`, share_of_voice })),
  },
});
const small = bodyOf(0.6, [0.3, 0.1]);
const large = bodyOf(41.2, [30.5, 28.3]);

function show({ recipe, assumes }: Draft): void {
  for (const assumption of assumes) console.log(`  assumes: ${assumption}`);
  const reading = readByRecipe('competitors', recipe, small);
  console.log(`  own share ${reading.ok ? reading.value.shareOfVoice : reading.reason}`);
}

const one = recognise('competitors', [small]);
console.log(`One body, clear: ${one.clear}`);
for (const draft of one.drafts.slice(0, 2)) show(draft);

const two = recognise('competitors', [small, large]);
console.log(`Two bodies, clear: ${two.clear}`);
for (const draft of two.drafts.slice(0, 1)) show(draft);

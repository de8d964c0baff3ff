/** Bodies are not documented. One that cannot be read rightly is refused with the reason; a mapping then says what is what. */
import { readCompetitors, suggestMapping } from '@answershare/core';

const body = {
  resultado: {
    nossa: { percentual: 41.5 },
    concorrentes: [
      { marca: 'Summit Supply', percentual: 23.8 },
      { marca: 'Campline', percentual: 11.4 },
    ],
  },
};

const first = readCompetitors(body);
if (first.ok) throw new Error('This body was to be refused.');
console.log(`Refused: ${first.reason}`);

const { mapping: draft, comment } = suggestMapping('competitors', body);
console.log('A draft to finish:', JSON.stringify(draft));
for (const line of comment) console.log(`  ${line}`);

const mapping = { ...draft, shareUnit: 'percent' } as const;
const second = readCompetitors(body, { mapping });
if (!second.ok) throw new Error(second.reason);
console.log(`Own share ${second.value.shareOfVoice}`);
for (const { name, share } of second.value.competitors) console.log(`${name} ${share}`);

import { lastOf } from '../reading/survey.ts';
import type { Picked } from './pick.ts';

interface Signs {
  /** What a place is called that is the figure's, the surest first. */
  readonly like: readonly RegExp[];
  /** What a place is called in which a plain name is the figure's. */
  readonly around: RegExp;
}

const signs: Readonly<Record<string, Signs>> = {
  score: {
    like: [/entity_?authority/i, /overall|composite/i, /authority/i, /score/i],
    around: /(score|authority|rating)$/i,
  },
  total: { like: [/cit[ae]|zitat/i], around: /cit[ae]|zitat/i },
  shareOfVoice: { like: [/voice|sov/i], around: /voice|sov|own|^(ours|nossa|nuestra|notre|unsere)/i },
};

/** How little a place says that its figure is the whole one's; Infinity where it is none. */
export function doubt({ field, cell: { pointer } }: Picked): number {
  const told = signs[field];
  const above = pointer.split('/');
  const name = above.pop() as string;
  if (told === undefined || /spam|risk|toxic|\/sources\//i.test(pointer)) return Infinity;
  const isPlain = /^(total|share|percentual)$/i.test(name);
  const isEnvelope = /^(\d*|data|results?|response|summary)$/i.test(lastOf(above));
  if (isPlain && !isEnvelope && !told.around.test(lastOf(above))) return Infinity;
  const isPart = above.some((one) => /audit|check|(?<!la)test|breakdown|factor|component|page/i.test(one));
  const at = told.like.findIndex((sign) => sign.test(pointer));
  const likeness = at < 0 ? told.like.length : at;
  return (likeness + Number(isPart)) * 10 + above.length;
}

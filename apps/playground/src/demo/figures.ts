/** One measure of a week, as `answershare preview --json` prints it. */
export interface Figure {
  /** A fraction for a share of voice, a score for authority; null without a value. Unrounded. */
  readonly level: number | null;
  readonly before: number | null;
  /** In points for a share of voice; null where the weeks were not compared. */
  readonly change: number | null;
  /** `clear` is a change; everything else says why none is shown. */
  readonly verdict: string;
  /** Days of the week that have a value. */
  readonly days: number;
}

/** One website in the digest. */
export interface Figures {
  readonly website: string;
  readonly shareOfVoice: Figure;
  readonly authority: Figure;
}

/** The figures in what `answershare preview --json` printed. */
export function readFigures(printed: string): Figures[] {
  const [schedule] = JSON.parse(printed) as { readonly figures: Figures[] }[];
  if (schedule === undefined) throw new Error('The bot previewed no schedule.');
  return schedule.figures;
}

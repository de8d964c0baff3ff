/** A closed range, `low <= high`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** 97.5 % quantile of the normal distribution: two-sided 95 %. */
export const z = 1.959963984540054;

/**
 * Wilson's 95 % interval of a share.
 * @param share fraction 0..1
 * @param n observations, greater than 0; a mean over days need not be whole
 * @throws RangeError if the share is outside 0..1 or n is not positive
 */
export function wilsonInterval(share: number, n: number): Interval {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`A share lies between 0 and 1; got ${share}.`);
  if (!(n > 0)) throw new RangeError(`An interval needs at least one observation; got ${n}.`);
  const z2 = z * z;
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return {
    low: Math.max(0, Math.min(share, middle - half)),
    high: Math.min(1, Math.max(share, middle + half)),
  };
}

/** A share and its number of observations. */
export interface Proportion {
  readonly share: number;
  readonly n: number;
}

/**
 * Newcombe's 95 % interval of `after - before` for two independent shares (Newcombe 1998, method 10, built on Wilson's
 * intervals). It is an approximation, because mentions in one answer are clustered.
 */
export function newcombeInterval(before: Proportion, after: Proportion): Interval {
  const a = wilsonInterval(after.share, after.n);
  const b = wilsonInterval(before.share, before.n);
  const difference = after.share - before.share;
  return {
    low: difference - Math.hypot(after.share - a.low, b.high - before.share),
    high: difference + Math.hypot(a.high - after.share, before.share - b.low),
  };
}

/**
 * 95 % interval of the difference between two shares of the same whole, which are dependent (normal approximation of a
 * multinomial, Agresti 2013 §1.4).
 */
export function pairedInterval(share: number, rival: number, n: number): Interval {
  if (!(n > 0)) throw new RangeError(`An interval needs at least one observation; got ${n}.`);
  const difference = share - rival;
  const half = z * Math.sqrt(Math.max(0, share + rival - difference * difference) / n);
  return { low: difference - half, high: difference + half };
}

/** True if zero is outside the range. */
export function excludesZero(range: Interval): boolean {
  return range.low > 0 || range.high < 0;
}

/** Draws that are the same in every run. */
export interface Random {
  /** Even in 0 (inclusive) to 1 (exclusive). */
  readonly uniform: () => number;
  readonly between: (low: number, high: number) => number;
  /** Evenly spread on a logarithmic axis. */
  readonly logUniform: (low: number, high: number) => number;
  readonly normal: () => number;
  readonly poisson: (mean: number) => number;
  /** Negative binomial with a variance of three times its mean. */
  readonly overdispersed: (mean: number) => number;
  /** An index with these probabilities. */
  readonly choose: (parts: readonly number[]) => number;
  /** Parts of a whole around others; the larger the concentration, the nearer. */
  readonly dirichlet: (parts: readonly number[], concentration: number) => number[];
}

/** Marsaglia's xorshift (2003, 32 bits, shifts 13, 17, 5). */
export function seededRandom(seed: number): Random {
  let state = seed | 0 || 1;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const poisson = (mean: number): number => {
    if (mean > 30) return poisson(mean / 2) + poisson(mean / 2);
    const end = Math.exp(-mean);
    let count = 0;
    for (let product = uniform(); product > end; product *= uniform()) count += 1;
    return count;
  };
  /** Logarithmic distribution with parameter 2/3. */
  const logarithmic = (): number => {
    let left = uniform();
    let term = 2 / 3 / Math.log(3);
    let value = 1;
    for (; left >= term && value < 60; value += 1) {
      left -= term;
      term *= ((2 / 3) * value) / (value + 1);
    }
    return value;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Marsaglia and Tsang 2000; a shape below 1 by their power of a uniform draw. */
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * uniform() ** (1 / shape);
    const d = shape - 1 / 3;
    for (;;) {
      const x = normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(1 - uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  return {
    uniform,
    between: (low, high) => low + uniform() * (high - low),
    logUniform: (low, high) => low * (high / low) ** uniform(),
    normal,
    poisson,
    // Quenouille 1949: a negative binomial is a Poisson number of logarithmic values.
    overdispersed: (mean) => {
      let sum = 0;
      for (let left = poisson((mean / 2) * Math.log(3)); left > 0; left -= 1) sum += logarithmic();
      return sum;
    },
    choose: (parts) => {
      let left = uniform();
      const found = parts.findIndex((part) => {
        left -= part;
        return left < 0;
      });
      return found < 0 ? parts.length - 1 : found;
    },
    dirichlet: (parts, concentration) => {
      const draws = parts.map((part) => gamma(part * concentration));
      const sum = draws.reduce((total, one) => total + one, 0);
      return draws.map((one) => one / sum);
    },
  };
}

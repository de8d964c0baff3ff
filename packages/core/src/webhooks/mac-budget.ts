import type { ComputeHmac } from './delivery.ts';

/** An honest diagnosis that finds nothing takes up to 2,000 with three secrets. */
const mostMacs = 3_000;

/** HMACs as long as some are left: a hostile capture could ask for a million of them. */
export interface MacBudget {
  /** Null once none is left. */
  compute(key: Uint8Array, data: Uint8Array): Uint8Array | null;
  isSpent(): boolean;
  spent(): number;
}

export function macBudget(hmac: ComputeHmac): MacBudget {
  let spent = 0;
  return {
    compute: (key, data) => {
      if (spent >= mostMacs) return null;
      spent++;
      return hmac(key, data);
    },
    isSpent: () => spent >= mostMacs,
    spent: () => spent,
  };
}

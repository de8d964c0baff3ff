/** Work that is done again each time it is woken, never twice at once. */
export interface Loop {
  /** Begins a pass unless one is under way. */
  wake(): void;
  /** Settles when no pass is under way; rejects with what ended one. */
  idle(): Promise<void>;
}

/** `failed` hears of a pass that rejects. */
export function openLoop(pass: () => Promise<void>, failed: (reason: unknown) => void): Loop {
  let busy = false;
  let under: Promise<void> = Promise.resolve();
  return {
    wake: () => {
      if (busy) return;
      busy = true;
      under = pass().finally(() => {
        busy = false;
      });
      under.catch(failed);
    },
    idle: () => under,
  };
}

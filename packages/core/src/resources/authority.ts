/** One part of the Entity Authority Score. */
export interface AuthorityComponent {
  readonly name: string;
  /** On the unit that the service uses; null where it gave none. */
  readonly score: number | null;
  /** Fraction 0..1 where the service states a weight. */
  readonly weight: number | null;
}

/** Entity Authority Score breakdown (specification §2). It has no history: it is the state at the time of the request. */
export interface Authority {
  /** As the service gives it, never rescaled; null where the website has none. */
  readonly score: number | null;
  /** The score's maximum: 1, 100 or 1000; null where it cannot be told. */
  readonly scale: number | null;
  readonly components: readonly AuthorityComponent[];
}

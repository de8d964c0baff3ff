let seed = 1_000;

/** Another seed at each call, so that no two sandboxes of a run share a key and a late request finds no service. */
export function freshSeed(): number {
  seed += 1;
  return seed;
}

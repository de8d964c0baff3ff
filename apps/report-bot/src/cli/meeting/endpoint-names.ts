import type { Endpoint } from '@answershare/core';
import { Complaint } from '../../complaint.ts';
import { nearest } from '../../settings/nearest.ts';

export const endpointNames: readonly Endpoint[] = [
  'websites',
  'analytics',
  'citations',
  'competitors',
  'authority',
];

/** A word of the command line as an endpoint; the nearest name is offered for any other. */
export function endpointNamed(word: string): Endpoint {
  const found = endpointNames.find((name) => name === word);
  if (found !== undefined) return found;
  const near = nearest(word, endpointNames);
  throw new Complaint(
    `There is no such endpoint${near === null ? '.' : `; did you mean "${near}"?`} There is ${endpointNames.join(', ')}.`,
    2,
  );
}

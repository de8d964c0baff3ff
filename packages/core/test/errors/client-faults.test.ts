import { expect, it } from 'vitest';
import { ApiError, addSpent } from '../../src/errors/api-error.ts';
import { pausedFault, pendingFault } from '../../src/errors/sentences.ts';
import type { Session } from '../../src/request/session.ts';

const baseUrl = 'https://api.example.com';
const session = { baseUrl } as Session;

it('a fault that the client finds has an owner and a retry flag', () => {
  expect(pausedFault(session, 'authority')).toMatchObject({
    kind: 'paused',
    owner: 'caller',
    retryable: false,
  });
  expect(pendingFault(session, 'authority')).toMatchObject({
    kind: 'pending',
    owner: 'network',
    retryable: true,
  });
});

it('requests spent earlier are added to a fault, and to no other error', () => {
  const fault = new ApiError({ kind: 'bad_request', owner: 'caller', message: 'm', hint: 'h', spent: 2 });
  expect(addSpent(fault, 3)).toMatchObject({ kind: 'bad_request', spent: 5 });
  expect(addSpent(fault, 0)).toBe(fault);
  expect(addSpent('x', 3)).toBe('x');
});

import { describe, test } from 'vitest';
import { expectCleanStop } from '../test/fixtures/demo-process.ts';

describe('demo', () => {
  test.each([
    ['✓ Browser', 'SIGHUP'],
    ['✓ Form 1', 'SIGTERM'],
    ['✓ Snapshots', 'SIGINT'],
    ['✓ Monday', 'SIGTERM'],
  ] as const)('closes everything when stopped after "%s" by %s', expectCleanStop);
});

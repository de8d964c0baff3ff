import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '../../src/index.ts';
import { clientOf, closeAfterTest, forms, startSandboxOf } from '../support/sandbox-client.ts';

describe.each(forms)('an event listener that throws, Form %i', (form) => {
  it.each(['request', 'response'] as const)(
    'stops no later request if it throws at each %s for a while',
    async (type) => {
      const sandbox = await closeAfterTest(startSandboxOf(form));
      const site = sandbox.websites[0]?.id ?? '';
      let left = 12;
      const emit = (event: ClientEvent): void => {
        if (event.type === type && left-- > 0) throw new Error('The log is full.');
      };
      const client = clientOf(sandbox, { form, deadlineMs: 2_000 }, { emit });
      for (let asked = 0; asked < 12; asked++)
        await expect(client.authority(site)).rejects.toThrow('The log is full.');
      expect((await client.authority(site)).meta.spent).toBe(1);
    },
  );
});

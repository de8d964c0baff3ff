import { expect, test } from 'vitest';
import { clientOf, forms, startSandboxOf, websiteParameter } from '../support/sandbox-client.ts';

test.each(forms)('Form %i: a truncated body causes no request with the other parameter', async (form) => {
  const sandbox = await startSandboxOf(form);
  const site = sandbox.websites[0]?.id ?? '';
  const client = clientOf(sandbox, { retries: 0 });
  await client.citations(site);
  await sandbox.admin.resetRequests();
  await sandbox.admin.fault({ fault: 'cut', times: 'always' });
  await expect(client.authority(site)).rejects.toMatchObject({ kind: 'bad_body', status: 200, spent: 1 });
  const { entries } = await sandbox.admin.requests();
  expect(entries.map(({ query }) => Object.keys(query))).toEqual([[websiteParameter[form]]]);
  await sandbox.close();
});

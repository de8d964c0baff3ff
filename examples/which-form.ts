/** The specification exists in two Forms that disagree. What the service speaks is learnt axis by axis, with the evidence. */
import { asyncClient, axisNames, toForm } from '@answershare/core';
import { forms } from '@answershare/sandbox';
import { openService } from './service.ts';

for (const form of forms) {
  const { sandbox, host, options } = await openService(form);
  const client = asyncClient(options, host);
  await client.analytics(sandbox.websites[0]?.id ?? '', { last: 30 });

  const profile = client.profile();
  console.log(`It speaks Form ${toForm(profile)}:`);
  for (const axis of axisNames) {
    const { form: found, evidence } = profile[axis];
    const seen = evidence.map((sign) => sign.seen).join('; ') || 'nothing seen yet';
    console.log(`  ${axis}: ${found ?? 'unknown'} (${seen})`);
  }
  await sandbox.close();
}

import { type AsyncHost, bodyLimits, hiddenKey, type RecordedAnswer, receive } from '@answershare/core';
import { endpointNames } from './endpoint-names.ts';
import type { Whom } from './whom.ts';

/** A host that keeps each answer it gives without the key, as `doctor --offline` takes them. */
export function overheard(
  host: AsyncHost,
  { key, maxBodyBytes: bytes = bodyLimits.bytes }: Pick<Whom, 'key' | 'maxBodyBytes'>,
): { readonly host: AsyncHost; readonly answers: RecordedAnswer[] } {
  const answers: RecordedAnswer[] = [];
  const hidden = hiddenKey(key);
  const send: AsyncHost['send'] = async (requests) => {
    const outcomes = await host.send(requests);
    outcomes.forEach((given, index) => {
      const { outcome } = receive(given, hidden, { ...bodyLimits, bytes });
      const url = requests[index]?.url ?? '';
      const endpoint = endpointNames.find((name) => url.split('?')[0]?.endsWith(`/${name}`));
      if (!outcome.ok || endpoint === undefined) return;
      const { status, headers, text: body } = outcome;
      answers.push({ endpoint, status, headers, body, url, at: Date.now() });
    });
    return outcomes;
  };
  return { host: { ...host, send }, answers };
}

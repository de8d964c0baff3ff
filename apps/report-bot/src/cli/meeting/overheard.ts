import type { AsyncHost, RecordedAnswer } from '@answershare/core';
import { endpointNames } from './endpoint-names.ts';

/** A host that keeps each answer it gives, as `doctor --offline` takes them. Addresses hold no key. */
export function overheard(host: AsyncHost): { readonly host: AsyncHost; readonly answers: RecordedAnswer[] } {
  const answers: RecordedAnswer[] = [];
  const send: AsyncHost['send'] = async (requests) => {
    const outcomes = await host.send(requests);
    outcomes.forEach((outcome, index) => {
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

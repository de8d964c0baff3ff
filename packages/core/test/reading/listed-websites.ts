import { readWebsites } from '../../src/index.ts';

/** Each website of a body as its id, name and domain; the reason where the body is refused. */
export const read = (body: unknown): unknown => {
  const reading = readWebsites(body);
  return reading.ok
    ? reading.value.map(({ id, name, domain }) => [id, name, domain].join(' '))
    : reading.reason;
};

/** The reason for a body without websites. */
export const none = 'no list of websites with identifiers was found in the body';

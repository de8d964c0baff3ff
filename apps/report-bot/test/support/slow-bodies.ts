const competitors = Object.fromEntries(
  Array.from({ length: 960 }, (_, at) => [`rival-${at}.example`, { share: 0.001, mentions: 3 }]),
);

/** Maps of 960 competitors each, which take a second or more to recognise. */
const body = {
  websiteId: 'ws_1',
  share_of_voice: 0.1,
  ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`competitors${at || ''}`, competitors])),
};

export const slowCompetitors: string = JSON.stringify(body);

/** Several of them together. */
export const slowToRecognise: readonly unknown[] = Array.from({ length: 6 }, () => body);

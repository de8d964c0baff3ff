/** A list of analytics with one date again and again: the slowest to read of all bodies found within the limits. */
export const slowAnalytics: string = JSON.stringify({
  days: Array.from({ length: 36_000 }, (_, at) => ({ date: '2026-11-01', page: `/p${at}`, visitors: at })),
});

const competitors = Object.fromEntries(
  Array.from({ length: 960 }, (_, at) => [`rival-${at}.example`, { share: 0.001, mentions: 3 }]),
);

/** Maps of 960 competitors each, which take more than the deadline of a reading. */
export const slowCompetitors: string = JSON.stringify({
  websiteId: 'ws_1',
  share_of_voice: 0.1,
  ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`competitors${at || ''}`, competitors])),
});

/** A list of analytics with one date again and again: the slowest to read of all bodies found within the limits. */
export const slowAnalytics: string = JSON.stringify({
  days: Array.from({ length: 36_000 }, (_, at) => ({ date: '2026-11-01', page: `/p${at}`, visitors: at })),
});

/** A map of 990 competitors, which takes seconds. */
export const slowCompetitors: string = JSON.stringify({
  share_of_voice: 0.1,
  competitors: Object.fromEntries(
    Array.from({ length: 990 }, (_, at) => [`rival-${at}.example`, { share: 0.001, mentions: 3 }]),
  ),
});

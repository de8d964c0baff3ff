/** A body with maps of 960 competitors each. */
function createBody(maps: number, at: number): object {
  const competitors = Object.fromEntries(
    Array.from({ length: 960 }, (_, rank) => [`rival-${rank}.example`, { share: 0.001, mentions: 3 + at }]),
  );
  return {
    websiteId: `ws_${at + 1}`,
    share_of_voice: 0.1,
    ...Object.fromEntries(Array.from({ length: maps }, (_, map) => [`competitors${map || ''}`, competitors])),
  };
}

/** Takes most of a second to recognise. */
export const slowCompetitors: string = JSON.stringify(createBody(30, 0));

/** Distinct bodies, which take two seconds together on a fast machine. */
export const slowToRecognise: readonly unknown[] = Array.from({ length: 60 }, (_, at) => createBody(120, at));

/** What a failing row shows: by itself its text in a range and a thrown fault in a single cell. */
export const onErrorChoices = ['auto', 'text', 'blank', 'throw'] as const;

export type OnError = (typeof onErrorChoices)[number];

/** The choices of options, with those of a failing row. */
export const errorOption = { on_error: [...onErrorChoices] as [OnError, ...OnError[]] };

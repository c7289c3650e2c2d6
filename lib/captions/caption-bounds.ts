/** The largest caption file that is read: a day of dense captions is about 2 MB. */
export const MAX_CAPTION_BYTES = 32 * 1024 * 1024

/** The most cues that are taken from one file; parsers count those beyond it as dropped. */
export const MAX_CUES = 300_000

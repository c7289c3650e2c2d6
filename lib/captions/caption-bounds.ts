/** The largest caption file that is read: a day of dense captions is about 2 MB. */
export const MAX_CAPTION_BYTES = 32 * 1024 * 1024

/** The largest json3 document that is read chunk by chunk: it spends some 40 bytes on each word of a track. */
export const MAX_JSON3_BYTES = 96 * 1024 * 1024

/** The most cues that are taken from one file; parsers count those beyond it as dropped. */
export const MAX_CUES = 300_000

/** The most words with times of their own that are taken from one file; text beyond it stays, without word times. */
export const MAX_WORDS = 2_000_000

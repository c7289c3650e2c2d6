/** The largest OPML file that is read. */
export const MAX_OPML_BYTES = 1024 * 1024

/** The most podcasts that one OPML file can have. */
export const MAX_SUBSCRIPTIONS = 500

/** The PostgreSQL channel that a trigger notifies with the slug of a page that is no longer public. */
export const UNPUBLISHED_CHANNEL = 'verbatim_unpublished'

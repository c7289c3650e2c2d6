/** Told to PostgreSQL with the slug of a page that is public no more, by a trigger. */
export const UNPUBLISHED_CHANNEL = 'verbatim_unpublished'

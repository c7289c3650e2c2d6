/**
 * Error codes of Prisma, PostgreSQL (class 08, 53, 57P, and its limits of time) and sockets that mean: not reachable, or too busy, right now.
 */
const CODES =
  /^(?:P1001|P1002|P1008|P1017|P2024|P2028|P2034|08\w{3}|25P03|53\w{3}|55P03|57014|57P\d\d|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** Messages of `pg` and Prisma for the same, without a code. */
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Can't reach database server|Code: `(?:08\w{3}|25P03|53\w{3}|55P03|57014|57P\d\d)`/

/** Whether an error says that the database can't be reached or is too busy, so that trying again may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && CODES.test(code)) || WORDS.test(error.message)
}

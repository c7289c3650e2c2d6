import type { Db } from './db'

/**
 * Locks a user's row until the transaction ends, so that calls of one user that add jobs, imports or watches wait for each
 * other.
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for no key update`
}

import pg from 'pg'

/** A connection inside a transaction. */
export type Tx = pg.PoolClient

/** Runs work in one transaction: all of it or, when it throws, nothing. */
export async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool listens only while a connection is idle; one that ends between two queries would end the process.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** SQLSTATE classes of errors that may pass: connection, conflict, resources, operator, system. */
const TRANSIENT = /^(08|40|53|55|57|58)/

/** Whether a failed transaction may be tried again: the database was lost or busy, the work itself was right. */
export function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TRANSIENT.test(error.code ?? '')
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
}

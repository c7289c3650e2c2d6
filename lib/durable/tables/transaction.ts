import pg from 'pg'

/** A connection inside a transaction. */
export type Tx = pg.PoolClient

/** SQLSTATE of a commit whose epoch is over. */
const EPOCH_OVER = 'VE001'

/** The commit was refused: another process has become the executor, or this one has anew. */
export class EpochOver extends Error {
  override readonly name = 'EpochOver'
}

type Bounds = { begin: string; commit: string }

async function run<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, { begin, commit }: Bounds): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool listens only while a connection is idle; one that ends between two queries would end the process.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query(commit)
    return result
  } catch (error) {
    await client.query('rollback').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** Runs work in one transaction: all of it or, when it throws, nothing. */
export function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  return run(pool, work, { begin: 'begin', commit: 'commit' })
}

/** The server ends the transaction of an executor that hangs, because the next one waits for its rows. */
const BEGIN = `begin; set local idle_in_transaction_session_timeout = '30s'`

/**
 * The check and the commit are one message, so that a paused client never holds the row's lock, for which the next
 * executor waits.
 */
function commitIn(epoch: number): string {
  return `
    do $$ begin
      perform from durable_executor where epoch = ${epoch} for share;
      if not found then raise exception 'epoch ${epoch} is over' using errcode = '${EPOCH_OVER}'; end if;
    end $$;
    commit`
}

/** Runs work of an epoch in one transaction. Throws `EpochOver`, and changes nothing, once a later epoch has begun. */
export async function transactionIn<T>(pool: pg.Pool, epoch: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await run(pool, work, { begin: BEGIN, commit: commitIn(epoch) })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === EPOCH_OVER) throw new EpochOver(error.message)
    throw error
  }
}

/**
 * SQLSTATE classes of errors that may pass: connection, conflict, resources, operator, system; and a read-only database
 * and a hanging transaction.
 */
const TRANSIENT = /^(08|25006|25P03|40|53|55|57|58)/

/** Whether a failed transaction may be tried again: the database was lost or busy, the work itself was right. */
export function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TRANSIENT.test(error.code ?? '')
  return !(
    error instanceof EpochOver ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError
  )
}

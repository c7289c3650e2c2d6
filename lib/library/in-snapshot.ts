import type pg from 'pg'
import { pool } from '@/lib/platform/db'

/** Runs several reads in one snapshot of the database. */
export async function inSnapshot<T>(read: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const found = await read(client)
    await client.query('commit')
    client.release()
    return found
  } catch (error) {
    // The state of the connection is unknown: it is not used again.
    client.release(true)
    throw error
  }
}

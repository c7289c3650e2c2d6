import type pg from 'pg'
import { pool } from '@/lib/platform/db'

/** Reads in several statements what was there at one moment. */
export async function inSnapshot<T>(read: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const found = await read(client)
    await client.query('commit')
    client.release()
    return found
  } catch (error) {
    // What state the connection is in is not known: it is not used again.
    client.release(true)
    throw error
  }
}

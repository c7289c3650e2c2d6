import { PrismaPg } from '@prisma/adapter-pg'
import { Debug as clientDebug } from '@prisma/client/runtime/client'
import { Debug as adapterDebug } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { clearSingleton, singleton } from '../concurrency/singleton'
import { env } from '../env'
import { type Prisma, PrismaClient } from '../generated/prisma/client'
import { traceQueries } from '../tracing/trace-queries'
import { tracing } from '../tracing/tracing'
import { logFailure, noteConnection } from './log-failure'
import { limitSession, sessionConfig } from './session'

export type Db = PrismaClient | Prisma.TransactionClient

/**
 * The service's connection pool, for SQL written by hand: the executor's, and statements that Prisma does not support,
 * such as locks, full-text search, sums over many rows, and combined reads and writes.
 */
export function pool(): pg.Pool {
  return singleton('pool', () => {
    const made = new pg.Pool({
      ...sessionConfig(env().DATABASE_URL ?? '', 'work'),
      max: env().DATABASE_POOL,
      onConnect: async (client) => {
        await limitSession(client, 'work')
        noteConnection()
      },
    })
    // Without a listener a connection that the server closes would end the process: while it is idle, and just when it
    // is handed out.
    const lost = (error: Error) => logFailure('warn', 'a database connection was lost', { error })
    if (tracing()) traceQueries(made)
    made.on('error', lost)
    made.on('connect', (client) => client.on('error', lost))
    return made
  })
}

/** The number of debug messages that Prisma keeps, whether debugging is on or off (`MAX_ARGS_HISTORY` of `@prisma/debug`). */
const KEPT_MESSAGES = 100
const FORGET_EVERY_MS = 1000

/**
 * Displaces the debug messages that Prisma keeps. They hold the values of the last statements: of texts, hundreds of
 * megabytes.
 */
function forgetStatements(): void {
  for (const debug of [clientDebug('verbatim'), adapterDebug('verbatim')]) {
    for (let count = 0; count < KEPT_MESSAGES; count++) debug('')
  }
}

/** The service's Prisma client, for single rows and plain lists. It takes its connections from the pool. */
export function db(): PrismaClient {
  return singleton('prisma', () => {
    singleton('forget-statements', () => setInterval(forgetStatements, FORGET_EVERY_MS).unref())
    return new PrismaClient({
      adapter: new PrismaPg(pool()),
      transactionOptions: { maxWait: 15_000, timeout: 30_000 },
    })
  })
}

/** Closes all connections; a later use opens new ones. */
export async function closeDb(): Promise<void> {
  clearInterval(clearSingleton<NodeJS.Timeout>('forget-statements'))
  await clearSingleton<PrismaClient>('prisma')?.$disconnect()
  await clearSingleton<pg.Pool>('pool')?.end()
}

/**
 * Locks a user's row until the transaction ends, so that calls of one user that add jobs, imports or watches wait for each
 * other.
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for no key update`
}

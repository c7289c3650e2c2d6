import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type DurableRate, durableRate, embeddedRunner, serverRunner } from '@/bench/measure/durable-rate'
import { printBusyProcessors, printTable } from '@/bench/measure/print-table'
import { startBenchDatabase } from '@/bench/measure/start-bench'
import { pool } from '@/lib/core/db/db'
import { findOnPath, isProgram } from '@/lib/core/programs/find-on-path.mjs'
import { makeInngest, makeRedis } from '@/test/inngest/inngest-server'
import { freePort } from '@/test/process/free-port'

/**
 * Runs of three steps by the embedded executor and, where inngest and redis-server are found (INNGEST_BIN, REDIS_BIN, or on
 * PATH), by an Inngest server: with PostgreSQL and Redis as compose.yaml has it, and with SQLite and its queue in memory.
 */

const keys = { eventKey: randomBytes(16).toString('hex'), signingKey: randomBytes(32).toString('hex') }
await printBusyProcessors()
const database = await startBenchDatabase()

async function withStores(): Promise<DurableRate> {
  await pool().query('create database inngest')
  const url = new URL(database.url)
  url.pathname = '/inngest'
  url.searchParams.set('sslmode', 'disable')
  const redis = await makeRedis(path.join(database.dataDir, 'redis'))
  await redis.start()
  try {
    return await onServer('stores', { postgresUrl: url.href, redisUrl: redis.url })
  } finally {
    await redis.kill()
  }
}

async function onServer(name: string, stores: Parameters<typeof makeInngest>[3]): Promise<DurableRate> {
  const inngest = await makeInngest(path.join(database.dataDir, name), await freePort(), keys, stores)
  await inngest.start()
  try {
    return await durableRate(serverRunner(inngest.url, keys))
  } finally {
    await inngest.kill()
  }
}

function row(name: string, { runsPerSecond, p50Ms, p99Ms }: DurableRate): string[] {
  return [name, runsPerSecond.toFixed(1), p50Ms.toFixed(0), p99Ms.toFixed(0)]
}

function isThere(setting: string, name: string): boolean {
  const named = process.env[setting]
  return named === undefined ? findOnPath([name]) !== null : isProgram(named)
}

try {
  const rows = [row('embedded', await durableRate(embeddedRunner(pool())))]
  if (isThere('INNGEST_BIN', 'inngest') && isThere('REDIS_BIN', 'redis-server')) {
    rows.push(row('server, PostgreSQL and Redis', await withStores()))
    rows.push(row('server, SQLite, queue in memory', await onServer('sqlite', null)))
  } else {
    console.log('There is no inngest or no redis-server on PATH: npm run -s test:inngest says how to get them.')
  }
  printTable(['executor', 'runs of three steps a second', 'event to first step p50 ms', 'p99 ms'], rows)
} finally {
  await database.end()
}

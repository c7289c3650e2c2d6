import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { checkDatabase, requireSameSecret } from '@/prisma/check-database'
import { useDatabase } from '@/test/database'
import { setEnv } from '../env'
import { pool } from './db'
import { openSession } from './session'

const { databaseUrl } = await useDatabase()
const ignore = () => undefined

test('a pooled connection has limits of time, and names its purpose and machine', async () => {
  const { rows } = await pool().query(
    `select name, setting from pg_settings
     where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  )
  expect(rows.map(({ setting }) => Number(setting))).toEqual([40_000, 20_000, 40_000])
  const named = await pool().query(`select current_setting('application_name') as name`)
  expect(named.rows[0].name).toMatch(/^verbatim work on ./)
})

test('a migration may take long, and waits for locks for five seconds only', async () => {
  const session = await openSession(databaseUrl, 'migration', ignore)
  const { rows } = await session.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  )
  expect(rows).toEqual([{ statement: '0', lock: '5s' }])
  await session.end()
})

test('a server that takes the connection and says nothing is given up', { tags: 'deep', timeout: 30_000 }, async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const opening = openSession(`postgres://verbatim@127.0.0.1:${port}/verbatim`, 'work', ignore)
  await expect(opening).rejects.toThrow(/timeout/)
})

test('PostgreSQL itself passes the checks of a database', async () => {
  await checkDatabase(databaseUrl)
})

test('a process with another secret is refused', async () => {
  const [first, second] = ['a'.repeat(40), 'b'.repeat(40)]
  setEnv({ VERBATIM_SECRET: first })
  await requireSameSecret(databaseUrl)
  await requireSameSecret(databaseUrl)
  setEnv({ VERBATIM_SECRET: second })
  await expect(requireSameSecret(databaseUrl)).rejects.toThrow(/another VERBATIM_SECRET/)
  await pool().query('delete from installation')
  await requireSameSecret(databaseUrl)
})

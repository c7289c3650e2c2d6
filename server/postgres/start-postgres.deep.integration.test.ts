import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRunningPostgres } from './find-running-postgres'
import { type RunningPostgres, startPostgres } from './start-postgres'

let dataDir: string
const started: RunningPostgres[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-postgres-'))
  await chmod(dataDir, 0o755)
})

afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<RunningPostgres> {
  const postgres = await startPostgres({ dataDir, durable: false })
  started.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = (postgres: RunningPostgres) =>
  readFileSync(path.join(postgres.where, 'postmaster.pid'), 'utf8').split('\n')[0]

test('written data is there at the next start, on the same port', async () => {
  const first = await start()
  await query(first.url, 'create table note (line text)')
  await query(first.url, `insert into note values ('grüße')`)
  await first.stop()
  const second = await start()
  expect(await query(second.url, 'select line from note')).toEqual([{ line: 'grüße' }])
  expect(second.url).toBe(first.url)
})

test('it is UTF-8, asks for the password and listens on loopback alone', async () => {
  const { url } = await start()
  expect(await query(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('a server that outlived its starter is taken over', async () => {
  const first = await start()
  const pid = postmasterPid(first)
  const second = await start()
  expect(postmasterPid(second)).toBe(pid)
  expect(second.url).toBe(first.url)
})

test('a remembered port that is taken is changed', async () => {
  const first = await start()
  await first.stop()
  const { port } = new URL(first.url)
  const squatter = net.createServer()
  await new Promise<void>((resolve) => squatter.listen(Number(port), '127.0.0.1', resolve))
  try {
    const second = await start()
    expect(new URL(second.url).port).not.toBe(port)
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  } finally {
    squatter.close()
  }
})

test('a lock file whose process id another program has now does not keep it from starting', async () => {
  const first = await start()
  const lock = readFileSync(path.join(first.where, 'postmaster.pid'), 'utf8')
  await first.stop()
  await writeFile(path.join(first.where, 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('other commands find it while it runs', async () => {
  expect(await findRunningPostgres(dataDir)).toBeNull()
  const postgres = await start()
  expect(await findRunningPostgres(dataDir)).toBe(postgres.url)
  const connection = path.join(dataDir, 'postgres', 'connection')
  const left = readFileSync(connection, 'utf8')
  await postgres.stop()
  expect(existsSync(connection)).toBe(false)
  await writeFile(connection, left)
  expect(await findRunningPostgres(dataDir)).toBeNull()
})

test('an interrupted initialisation is done anew', async () => {
  const partial = path.join(dataDir, 'postgres', 'data.partial')
  await mkdir(partial, { recursive: true })
  await writeFile(path.join(partial, 'PG_VERSION'), '18\n')
  const postgres = await start()
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(partial)).toBe(false)
})

test('a first start that left empty or half-made files for want of disk space is done anew', async () => {
  const home = path.join(dataDir, 'postgres')
  await mkdir(path.join(home, 'cluster.partial'), { recursive: true })
  await writeFile(path.join(home, 'password'), '')
  await writeFile(path.join(home, 'password.partial'), 'ha')
  await writeFile(path.join(home, 'connection.partial'), '{')
  const { url } = await start()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(statSync(path.join(home, 'password')).mode & 0o777).toBe(0o600)
})

test('a folder that is no complete database is refused by name', async () => {
  const cluster = path.join(dataDir, 'postgres', 'data')
  await mkdir(path.join(cluster, 'base'), { recursive: true })
  await expect(start()).rejects.toThrow(`${cluster} is not a complete PostgreSQL database`)
})

test('a database of another major version is refused by name', async () => {
  const cluster = path.join(dataDir, 'postgres', 'data')
  await mkdir(path.join(cluster, 'global'), { recursive: true })
  await writeFile(path.join(cluster, 'PG_VERSION'), '17\n')
  await writeFile(path.join(cluster, 'global', 'pg_control'), '')
  await expect(start()).rejects.toThrow(`${cluster} was made by PostgreSQL 17, and this is PostgreSQL 18`)
})

test('a database whose password is lost is refused by name', async () => {
  await (await start()).stop()
  const password = path.join(dataDir, 'postgres', 'password')
  await rm(password)
  await expect(start()).rejects.toThrow(`Restore ${password}`)
})

const asRoot = test.runIf(process.getuid?.() === 0)

asRoot('as root, a private data folder is opened to PostgreSQL’s group alone', async () => {
  await chmod(dataDir, 0o700)
  const postgres = await start()
  expect(postgres.where).toBe(path.join(dataDir, 'postgres', 'data'))
  expect(statSync(dataDir).mode & 0o777).toBe(0o710)
})

asRoot('as root, what PostgreSQL’s user can’t reach is put under /var/lib/verbatim', async () => {
  await chmod(dataDir, 0o700)
  const inside = path.join(dataDir, 'data')
  const lines: string[] = []
  const postgres = await startPostgres({ dataDir: inside, durable: false })
  const shared = path.dirname(postgres.where)
  try {
    expect(postgres.where).toMatch(/^\/var\/lib\/verbatim\/[0-9a-f]{12}\/data$/)
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await postgres.stop()
    await rm(inside, { recursive: true })
    const anew = await startPostgres({ dataDir: inside, durable: false, log: (line) => lines.push(line) })
    expect(await query(anew.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(lines.join('\n')).toContain(`put aside: ${postgres.where}.`)
    await anew.stop()
  } finally {
    await rm(shared, { recursive: true, force: true })
  }
})

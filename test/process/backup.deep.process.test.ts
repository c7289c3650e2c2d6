import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { louderSpeech } from '../louder-speech'
import { startSpeechServer } from '../speech/speech-server'
import { copyDatabaseTemplate } from './database-template'
import { type ServiceProcess, startProcess } from './start-process'

const run = promisify(execFile)
const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-backup-'))
const [first, second, backup] = ['first', 'second', 'backup'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
]
const speech = await startSpeechServer()
const settings = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '1' }
const running: ServiceProcess[] = []
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop()))
  speech.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir: string): Promise<ServiceProcess> {
  const service = await startProcess(dataDir, settings)
  running.push(service)
  return service
}

function command(name: 'backup' | 'restore', target: string | string[], dataDir: string) {
  const { BASE_URL: _, DATABASE_URL: __, ...env } = process.env
  const args = ['server/setup/operators/run.mjs', name, ...[target].flat()]
  return run(process.execPath, args, { env: { ...env, VERBATIM_DATA: dataDir } })
}

async function call<T>({ baseUrl }: ServiceProcess, key: string, address: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(new URL(address, baseUrl), { ...init, headers })
  expect(response.ok, await response.clone().text()).toBe(true)
  return (await response.json()) as T
}

async function startJob(service: ServiceProcess, key: string): Promise<string> {
  const options = { filename: 'speech.wav', content_type: 'audio/wav' }
  const target = await call<SignResponse>(service, key, '/v1/uploads/sign', options)
  expect((await fetch(target.upload_url, { method: 'PUT', body: await louderSpeech(6) })).status).toBe(200)
  return (await call<JobStarted>(service, key, '/v1/transcript', { upload: target.object_path })).job_id
}

test('a backup made while a job runs is restored elsewhere, and the job continues from its last finished chunk', async () => {
  const service = await start(first)
  const key = service.apiKey ?? ''
  const jobId = await startJob(service, key)
  const received = await speech.next()
  await received.answer()
  // The next chunk is asked for: the first is stored.
  const underWay = await speech.next()

  expect((await command('backup', backup, first)).stdout).toContain(`Written to ${backup}`)
  await expect(command('backup', backup, first)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is there already'),
  })
  await service.kill()
  await underWay.closed

  expect((await command('restore', backup, second)).stdout).toContain(`Restored from ${backup}`)
  const restored = await start(second)
  expect(restored.apiKey).toBeNull()
  const sounds = [received.sound]
  for (let chunk = 1; chunk < 3; chunk += 1) {
    const request = await speech.next()
    sounds.push(request.sound)
    await request.answer()
  }
  expect(new Set(sounds).size).toBe(3)
  const ended = await fetch(`${restored.baseUrl}/v1/jobs/${jobId}/events`, {
    headers: { authorization: `Bearer ${key}` },
  })
  await ended.text()
  expect(await call<Job>(restored, key, `/v1/jobs/${jobId}`)).toMatchObject({
    status: 'done',
    transcript: { segments: sounds.map((sound) => expect.objectContaining({ text: `heard ${sound}` })) },
  })
  await startJob(restored, key)
})

/** A data folder with a migrated database that has no accounts. */
async function emptyFolder(name: string): Promise<string> {
  const target = path.join(folder, name)
  await mkdir(target, { recursive: true })
  await copyDatabaseTemplate(target)
  return target
}

async function damagedCopy(name: string, file: string, damage: (file: string) => Promise<void>): Promise<string> {
  const copy = path.join(folder, name)
  await cp(backup, copy, { recursive: true })
  await damage(path.join(copy, file))
  return copy
}

async function flipByte(file: string): Promise<void> {
  const bytes = await readFile(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  await writeFile(file, bytes)
}

test('a damaged backup is not restored, and every damaged file is named', async () => {
  const verify = (target: string) => command('backup', ['verify', target], path.join(folder, 'none'))
  expect((await verify(backup)).stdout).toContain(`${backup} is whole`)
  const manifest = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8')) as {
    files: { path: string; bytes: number }[]
  }
  const upload = manifest.files.find((file) => file.path.startsWith('files/') && file.bytes > 1000)?.path ?? ''
  const damages: [string, string, (file: string) => Promise<void>, string][] = [
    ['truncated', upload, (file) => truncate(file, 1000), 'it has 1000 bytes instead of'],
    ['longer', upload, (file) => appendFile(file, 'x'), 'bytes instead of'],
    ['changed', upload, flipByte, 'its bytes have changed'],
    ['missing', upload, (file) => rm(file), 'it is missing'],
    ['rows', 'tables/users.copy.gz', flipByte, 'its bytes have changed'],
  ]
  for (const [name, file, damage, reason] of damages) {
    const copy = await damagedCopy(name, file, damage)
    const line = expect.stringMatching(new RegExp(`${file}: .*${reason}`))
    await expect(verify(copy)).rejects.toMatchObject({ code: 1, stdout: line })
    const target = await emptyFolder(`into-${name}`)
    await expect(command('restore', copy, target)).rejects.toMatchObject({ code: 1, stderr: line })
    expect(await readdir(target)).not.toContain('files')
  }
  const missing = await command(
    'restore',
    [path.join(folder, 'missing'), '--partial'],
    path.join(folder, 'into-missing'),
  )
  expect(missing.stdout).toMatch(new RegExp(`Left out[^]*${upload}: it is missing[^]*Restored from`))
  const rows = command('restore', [path.join(folder, 'rows'), '--partial'], path.join(folder, 'into-rows'))
  await expect(rows).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Rows of this backup are damaged'),
  })
  const restored = await start(path.join(folder, 'into-missing'))
  expect((await fetch(`${restored.baseUrl}/health`)).status).toBe(200)
}, 240_000)

test('a backup is restored only into a database without accounts, and only when it is complete', async () => {
  await expect(command('restore', backup, second)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There are accounts in this database already'),
  })
  await rm(path.join(backup, 'manifest.json'))
  await expect(command('restore', backup, await emptyFolder('third'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no whole backup'),
  })
  expect(await readdir(folder)).not.toContain('backup.part')
})

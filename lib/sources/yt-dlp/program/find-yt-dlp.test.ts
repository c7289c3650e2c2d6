import { chmod, mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { describeYtDlp } from './describe-yt-dlp'
import { findYtDlp, requireYtDlp } from './find-yt-dlp'

let folder: string
const cwd = process.cwd()
const before = { ...process.env }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'find-yt-dlp-'))
})
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'bin'), { recursive: true })
  process.chdir(folder)
  setEnv({ BASE_URL: 'http://localhost:3000', YTDLP_PATH: '', VERBATIM_DATA: path.join(folder, 'data') })
  // The stand-ins need only `sh` on PATH.
  process.env.PATH = `${path.join(folder, 'bin')}:/nowhere`
})
afterAll(async () => {
  process.chdir(cwd)
  Object.assign(process.env, before)
  await rm(folder, { recursive: true, force: true })
})

async function standIn(file: string, says: string): Promise<string> {
  const program = path.join(folder, file)
  await mkdir(path.dirname(program), { recursive: true })
  await writeFile(program, `#!/bin/sh\necho "${says}"\n`)
  await chmod(program, 0o755)
  return program
}

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '.')

describe('findYtDlp', () => {
  it('finds none, and says what to do', async () => {
    expect(await findYtDlp()).toBeNull()
    expect(await describeYtDlp()).toBe('missing')
    await expect(requireYtDlp()).rejects.toMatchObject({
      code: 'transcriber_unavailable',
      message: expect.stringContaining('pip install yt-dlp'),
    })
  })

  it('takes the newest of the private copies, and the one that YTDLP_PATH names before any', async () => {
    await standIn('data/yt-dlp/yt-dlp', daysAgo(200))
    const shared = await standIn('.verbatim/yt-dlp/yt-dlp', daysAgo(26))
    expect(await findYtDlp()).toEqual({ path: shared, version: daysAgo(26), ageDays: 26 })
    expect(await describeYtDlp()).toBe(`${daysAgo(26)}, 26 days old`)
    const own = await standIn('own/yt-dlp', daysAgo(91))
    setEnv({ YTDLP_PATH: own })
    expect(await findYtDlp()).toMatchObject({ path: own })
    expect(await describeYtDlp()).toContain('update it')
  })

  it('takes the copy in use by its own folder, so that a switch does not reach a call under way', async () => {
    const copy = await standIn(`data/yt-dlp/versions/${daysAgo(9)}/yt-dlp`, daysAgo(9))
    await standIn(`data/yt-dlp/versions/${daysAgo(2)}/yt-dlp`, daysAgo(2))
    await standIn('data/yt-dlp/yt-dlp', daysAgo(1))
    await symlink(`versions/${daysAgo(9)}`, path.join(folder, 'data/yt-dlp/current'))
    expect(await findYtDlp()).toEqual({ path: await realpath(copy), version: daysAgo(9), ageDays: 9 })
  })

  it('sees an update without a restart', async () => {
    const file = await standIn('data/yt-dlp/yt-dlp', daysAgo(50))
    await utimes(file, 1, 1)
    expect(await findYtDlp()).toMatchObject({ ageDays: 50 })
    await standIn('data/yt-dlp/yt-dlp', daysAgo(1))
    expect(await findYtDlp()).toMatchObject({ ageDays: 1 })
  })

  it('passes over what does not run or is no yt-dlp', async () => {
    await standIn('data/yt-dlp/yt-dlp', 'Usage: something else')
    const file = await standIn('.verbatim/yt-dlp/yt-dlp', daysAgo(3))
    await chmod(file, 0o600)
    expect(await findYtDlp()).toBeNull()
  })
})

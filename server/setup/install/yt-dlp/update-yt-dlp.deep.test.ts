import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { currentCopy, packagesOf } from '@/lib/sources/yt-dlp/copies/copies.mjs'
import { updateWhenDue } from '@/lib/sources/yt-dlp/copies/update-when-due'
import { whileInUse } from '@/lib/sources/yt-dlp/copies/while-in-use'
import {
  curl,
  pythonWithPip,
  solver,
  startPackageIndex,
  versionOfDay,
  vouchedFor,
  ytDlpWheel,
} from '../testing/package-index'
import { REQUIREMENTS } from './install-yt-dlp.mjs'
import { chooseCopy, updateYtDlp } from './update-yt-dlp.mjs'

const index = await startPackageIndex()
const root = mkdtempSync(path.join(tmpdir(), 'update-yt-dlp-'))
const kept = mkdtempSync(path.join(tmpdir(), 'update-yt-dlp-kept-'))
const dataDir = path.join(root, 'data')
const folder = path.join(dataDir, 'yt-dlp')
const [FIRST, SECOND, THIRD, FOURTH] = [40, 30, 20, 10].map(versionOfDay) as [string, string, string, string]

function offer(...versions: string[]): void {
  index.offer(vouchedFor(...versions.map((version) => ytDlpWheel(version)), solver(), curl()))
}

const update = (byHand = false) => updateYtDlp(folder, { channel: 'stable', byHand, requirements: REQUIREMENTS })

const copyAll = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })

/** Offers and installs the first release, as an earlier test left it: pip takes seconds. */
async function beginWithFirst(): Promise<void> {
  offer(FIRST)
  const first = path.join(kept, 'yt-dlp')
  if (existsSync(first)) {
    copyAll(first, folder)
    return
  }
  expect(await update()).toEqual({ outcome: 'updated', from: null, to: FIRST, missing: [] })
  copyAll(folder, first)
}

const copies = () => readdirSync(path.join(folder, 'versions')).sort()
const current = () => path.basename(readlinkSync(path.join(folder, 'current')))
const answerOf = (copy: string) => execFileSync(path.join(copy, 'yt-dlp'), ['--version'], { encoding: 'utf8' }).trim()

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  index.isolate(path.join(root, 'bin'))
})
afterEach(() => {
  setEnv({ BASE_URL: 'http://localhost:3000', YTDLP_CHANNEL: 'stable' })
})
afterAll(() => {
  index.close()
  for (const one of [root, kept]) rmSync(one, { recursive: true, force: true })
})

// pip takes seconds for each step where the machine is busy.
describe.skipIf(!pythonWithPip)('updating yt-dlp (skipped where there is no pip)', { timeout: 180_000 }, () => {
  it('puts a newer release beside the one in use, on which a call ends, and removes that copy at a later update', async () => {
    await beginWithFirst()
    const begun = currentCopy(folder) ?? ''
    await whileInUse(path.join(begun, 'yt-dlp'), async () => {
      offer(FIRST, SECOND)
      expect(await update()).toEqual({ outcome: 'updated', from: FIRST, to: SECOND, missing: [] })
      expect([copies(), current()]).toEqual([[FIRST, SECOND].sort(), SECOND])
      offer(THIRD)
      await update()
      expect(copies()).toEqual([FIRST, SECOND, THIRD].sort())
      expect(answerOf(begun)).toBe(FIRST)
    })
    expect(await update()).toEqual({ outcome: 'newest', release: THIRD })
    expect(copies()).toEqual([SECOND, THIRD].sort())
    expect([...packagesOf(currentCopy(folder) ?? '').keys()].sort()).toEqual(['curl_cffi', 'yt_dlp', 'yt_dlp_ejs'])
    expect(readdirSync(dataDir)).toEqual(['yt-dlp'])
  })

  it('changes nothing where no index answers, a release reads nothing, or has another hash than the index states', async () => {
    await beginWithFirst()
    index.offer([])
    expect(await update()).toMatchObject({ outcome: 'unreachable' })
    index.offer(vouchedFor(ytDlpWheel(SECOND, '', 'nothing'), solver(), curl()))
    expect(await update()).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('does not read a page') })
    index.offer([{ wheel: ytDlpWheel(SECOND), states: solver().sha256 }])
    expect(await update()).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/DO NOT MATCH THE HASHES/i),
    })
    index.offer([{ wheel: ytDlpWheel(SECOND), states: null }])
    expect(await update()).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('states no SHA-256') })
    expect([copies(), current()]).toEqual([[FIRST], FIRST])
  })

  it('installs a release without an extra that is not to be had, and says so', async () => {
    index.offer(vouchedFor(ytDlpWheel(FIRST), solver()))
    expect(await update()).toMatchObject({ outcome: 'updated', missing: [expect.stringMatching(/^curl_cffi \(pip: /)] })
    offer(FIRST)
    expect(await update()).toMatchObject({ outcome: 'newest' })
    expect(await update(true)).toEqual({ outcome: 'updated', from: FIRST, to: FIRST, missing: [] })
    expect(packagesOf(currentCopy(folder) ?? '').has('curl_cffi')).toBe(true)
  })

  it('goes back to the former copy, stays there by itself until there is a newer one than was left', async () => {
    await beginWithFirst()
    offer(SECOND)
    await update()
    expect(chooseCopy(folder, '2020.01.01')).toEqual({ copies: [SECOND, FIRST] })
    expect(chooseCopy(folder, FIRST)).toEqual({ release: FIRST })
    expect(current()).toBe(FIRST)
    offer(FIRST, SECOND)
    expect(await update()).toMatchObject({ outcome: 'newest', release: FIRST })
    offer(FIRST, SECOND, THIRD)
    expect(await update()).toMatchObject({ outcome: 'updated', from: FIRST, to: THIRD })
    chooseCopy(folder, FIRST)
    expect(await update(true)).toMatchObject({ outcome: 'updated', to: THIRD })
  })

  it('runs once a day while the service runs, in a separate process, unless it is switched off', async () => {
    setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_DATA: dataDir, YTDLP_PATH: '', YTDLP_CHANNEL: 'stable' })
    expect(await updateWhenDue()).toBe(false)
    await beginWithFirst()
    expect(await updateWhenDue()).toBe(false)
    const daysAgo = new Date(Date.now() - 2 * 86_400_000)
    const makeDue = () => {
      for (const name of ['checked', 'current/yt-dlp']) utimesSync(path.join(folder, name), daysAgo, daysAgo)
    }
    makeDue()
    offer(FOURTH)
    setEnv({ YTDLP_CHANNEL: 'off' })
    expect(await updateWhenDue()).toBe(false)
    setEnv({ BASE_URL: 'http://localhost:3000', YTDLP_CHANNEL: 'stable' })
    expect(await updateWhenDue()).toBe(true)
    expect(current()).toBe(FOURTH)
    makeDue()
    index.offer([])
    expect(await updateWhenDue()).toBe(true)
    expect([current(), await updateWhenDue()]).toEqual([FOURTH, false])
    expect(existsSync(path.join(dataDir, 'yt-dlp.lock'))).toBe(false)
  })
})

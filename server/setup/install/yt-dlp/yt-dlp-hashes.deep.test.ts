import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { packagesOf } from '@/lib/sources/yt-dlp/copies/copies.mjs'
import {
  curl,
  makeWheel,
  pythonWithPip,
  solver,
  startPackageIndex,
  versionOfDay,
  vouchedFor,
  type Wheel,
  ytDlpWheel,
} from '../testing/package-index'
import { versionOf } from './find-yt-dlp.mjs'
import { installYtDlp, REQUIREMENTS } from './install-yt-dlp.mjs'

/*
 * The system's own pip, which knows no other index than one of this process on loopback.
 */

const index = await startPackageIndex()
const root = mkdtempSync(path.join(tmpdir(), 'yt-dlp-hashes-'))
const folder = path.join(root, 'data', 'yt-dlp')
const launcher = path.join(folder, 'current', 'yt-dlp')
const requirements = {
  ytDlp: path.join(root, 'requirements.txt'),
  default: path.join(root, 'default-requirements.txt'),
  curlCffi: path.join(root, 'curl-cffi-requirements.txt'),
}

const RECENT = versionOfDay(5)
const OLD = versionOfDay(200)

/** Pins a release of yt-dlp, and the extras as they are. */
function pin(wheel: Wheel): void {
  writeFileSync(requirements.ytDlp, requirementOf(wheel))
  writeFileSync(requirements.default, requirementOf(solver()))
  writeFileSync(requirements.curlCffi, requirementOf(curl()))
}

function requirementOf({ name, sha256 }: Wheel): string {
  const [project = '', version = ''] = name.split('-')
  return `${project}==${version} --hash=sha256:${sha256}\n`
}

const packages = () => [...packagesOf(path.join(folder, 'current')).keys()].sort()

async function install(): Promise<string[]> {
  const said: string[] = []
  const places = { folders: [folder], failureNote: path.join(root, 'failed'), requirements }
  await installYtDlp({ retry: true, say: (line) => said.push(line), places })
  return said
}

async function answerOf(): Promise<string> {
  return execFileSync(launcher, ['--version'], { encoding: 'utf8' }).trim()
}

/** A copy from an earlier start, which is old enough for a start to look for another. */
function placeFormer(version: string): void {
  const former = path.join(folder, 'versions', 'former')
  mkdirSync(path.join(former, 'in-use'), { recursive: true })
  symlinkSync(former, path.join(folder, 'current'))
  writeFileSync(launcher, `#!/bin/sh\necho "${version} former"\n`, { mode: 0o755 })
  const longAgo = new Date(Date.now() - 40 * 86_400_000)
  utimesSync(launcher, longAgo, longAgo)
}

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(path.join(root, 'bin'), { recursive: true })
  mkdirSync(path.dirname(folder))
  index.isolate(path.join(root, 'bin'))
})
afterAll(() => {
  index.close()
  rmSync(root, { recursive: true, force: true })
})

// pip takes seconds for each step where the machine is busy.
describe.skipIf(!pythonWithPip)('yt-dlp is installed by hash', { timeout: 180_000 }, () => {
  it('installs the pinned release when its bytes have the pinned hash', async () => {
    const wheel = ytDlpWheel(RECENT, 'ours')
    pin(wheel)
    index.offer([wheel, solver(), curl()].map((one) => ({ wheel: one, states: null })))
    expect(await install()).toEqual(['Installing yt-dlp into the data folder …'])
    expect(await answerOf()).toBe(`${RECENT} ours`)
    expect(packages()).toEqual(['curl_cffi', 'yt_dlp', 'yt_dlp_ejs'])
  })

  it('leaves out what has other bytes than the pinned hash, and says so', async () => {
    const wheel = ytDlpWheel(RECENT)
    pin(wheel)
    index.offer(vouchedFor(wheel, solver(), makeWheel('curl_cffi', '0.16.3', 'forged = True')))
    const said = await install()
    expect(said[1]).toMatch(/^yt-dlp was installed without curl_cffi \(pip: .*DO NOT MATCH THE HASHES/i)
    expect(packages()).toEqual(['yt_dlp', 'yt_dlp_ejs'])
  })

  it('refuses a file with bytes that differ from the pinned hash, even if the index states them, and keeps the former copy in use', async () => {
    placeFormer(OLD)
    pin(ytDlpWheel(RECENT, 'ours'))
    const forged = ytDlpWheel(RECENT, 'forged')
    // The index vouches for the forged file, and for a newer one.
    const newer = ytDlpWheel(versionOfDay(1), 'forged too')
    index.offer(vouchedFor(forged, newer))
    expect((await install())[1]).toMatch(/could not be installed \(pip: .*DO NOT MATCH THE HASHES/i)
    expect(await answerOf()).toBe(`${OLD} former`)
  })

  it('takes a newer release than an old pinned one when the file has the hash that the index states', async () => {
    const wheel = ytDlpWheel(OLD)
    pin(wheel)
    const newer = ytDlpWheel(RECENT)
    index.offer(vouchedFor(wheel, newer, solver(), curl()))
    await install()
    expect(await versionOf(launcher)).toBe(RECENT)
    expect(packages()).toEqual(['curl_cffi', 'yt_dlp', 'yt_dlp_ejs'])
  })

  it('refuses a newer release that the index states no hash of, or another one, and says so', async () => {
    const wheel = ytDlpWheel(OLD)
    pin(wheel)
    const newer = ytDlpWheel(RECENT)
    for (const states of [null, wheel.sha256]) {
      rmSync(folder, { recursive: true, force: true })
      index.offer([...vouchedFor(wheel), { wheel: newer, states }])
      const said = await install()
      expect(said.join('\n')).toMatch(states ? /DO NOT MATCH THE HASHES/i : /the index states no SHA-256 for yt-dlp/)
      expect(await versionOf(launcher)).toBe(OLD)
    }
  })

  it('never replaces a newer release by an older one', async () => {
    placeFormer(RECENT)
    const old = ytDlpWheel(OLD)
    pin(old)
    index.offer(vouchedFor(old))
    await install()
    expect(await answerOf()).toBe(`${RECENT} former`)
  })
})

it.each(Object.entries(REQUIREMENTS))('every release of %s is pinned by SHA-256', (_, file) => {
  const lines = readFileSync(file, 'utf8')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    expect(line).toMatch(
      /^[a-z][a-z\d-]*==\d[\d.]+ (?:; python_\w+ \S+ ["'][\d.]+["'] )?(?: *--hash=sha256:[0-9a-f]{64})+ *$/,
    )
  }
})

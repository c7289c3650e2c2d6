import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from './find-program.mjs'
import { versionOf } from './find-yt-dlp.mjs'
import { installYtDlp } from './install-yt-dlp.mjs'

/*
 * The system's own pip, which knows no other index than one of this process on loopback.
 */

const root = mkdtempSync(path.join(tmpdir(), 'yt-dlp-hashes-'))
const folder = path.join(root, 'data', 'yt-dlp')
const launcher = path.join(folder, 'yt-dlp')
const requirements = path.join(root, 'requirements.txt')
const before = { ...process.env }

/** A Python with pip, itself and not a version manager's stand-in; null where there is none. */
function findPython(): string | null {
  const program = findProgram(['python3', 'python'])
  try {
    const script = 'import sys, pip; print(sys.executable)'
    return program && execFileSync(program, ['-c', script], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}
const python = findPython() ?? ''

const programs = { python3: python, sh: findProgram(['sh']) ?? '', dirname: findProgram(['dirname']) ?? '' }

const RECENT = versionOfDay(5)
const OLD = versionOfDay(200)

function versionOfDay(daysAgo: number): string {
  const day = new Date(Date.now() - daysAgo * 86_400_000)
  return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()].join('.')
}

type Wheel = { name: string; bytes: Buffer; sha256: string }

/** A package of the name yt-dlp, as an index gives it, which tells its version and `comment` and can do nothing else. */
function wheelOf(version: string, comment = ''): Wheel {
  const name = `yt_dlp-${version}-py3-none-any.whl`
  const file = path.join(root, name)
  const script = `
import sys, zipfile
file, version, comment = sys.argv[1:]
info = f'yt_dlp-{version}.dist-info'
with zipfile.ZipFile(file, 'w') as wheel:
    wheel.writestr('yt_dlp/__init__.py', f'def main(): print("{version} {comment}")')
    wheel.writestr(f'{info}/METADATA', f'Metadata-Version: 2.1\\nName: yt-dlp\\nVersion: {version}\\n')
    wheel.writestr(f'{info}/WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(f'{info}/RECORD', '')
`
  execFileSync(python, ['-c', script, file, version, comment])
  const bytes = readFileSync(file)
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** What the index has, each file with the hash that it states for it, if any. */
let index: { wheel: Wheel; states: string | null }[] = []

const server = http.createServer((request, response) => {
  const file = index.find(({ wheel }) => request.url === `/files/${wheel.name}`)
  if (file) return void response.end(file.wheel.bytes)
  const link = ({ wheel: { name }, states }: (typeof index)[number]) =>
    `<a href="/files/${name}${states ? `#sha256=${states}` : ''}">${name}</a>`
  response.setHeader('content-type', 'text/html')
  response.end(`<!DOCTYPE html><html><body>${index.map(link).join('\n')}</body></html>`)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')

function pin({ name, sha256 }: Wheel): void {
  writeFileSync(requirements, `yt-dlp==${name.split('-')[1]} --hash=sha256:${sha256}\n`)
}

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
  mkdirSync(folder)
  writeFileSync(launcher, `#!/bin/sh\necho "${version} former"\n`, { mode: 0o755 })
  const longAgo = new Date(Date.now() - 40 * 86_400_000)
  utimesSync(launcher, longAgo, longAgo)
}

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(path.join(root, 'bin'), { recursive: true })
  mkdirSync(path.dirname(folder))
  // Neither another yt-dlp nor apt-get is on PATH, and no other settings of pip are.
  for (const [name, program] of Object.entries(programs)) symlinkSync(program, path.join(root, 'bin', name))
  for (const name of Object.keys(process.env)) if (name.startsWith('PIP_')) delete process.env[name]
  delete process.env.YTDLP_PATH
  Object.assign(process.env, {
    PATH: path.join(root, 'bin'),
    PIP_CONFIG_FILE: '/dev/null',
    PIP_NO_CACHE_DIR: '1',
    PIP_INDEX_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`,
  })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  for (const name of Object.keys(process.env)) if (name.startsWith('PIP_')) delete process.env[name]
  Object.assign(process.env, before)
  rmSync(root, { recursive: true, force: true })
})

// pip takes seconds for each step where the machine is busy.
describe.skipIf(!python)('yt-dlp is installed by hash', { timeout: 180_000 }, () => {
  it('installs the pinned release when its bytes have the pinned hash', async () => {
    const wheel = wheelOf(RECENT, 'ours')
    pin(wheel)
    index = [{ wheel, states: null }]
    expect(await install()).toEqual(['Installing yt-dlp into the data folder …'])
    expect(await answerOf()).toBe(`${RECENT} ours`)
  })

  it('refuses a file whose bytes differ from the pinned hash, whatever the index states, and keeps the former copy in use', async () => {
    placeFormer(OLD)
    pin(wheelOf(RECENT, 'ours'))
    const forged = wheelOf(RECENT, 'forged')
    // The index vouches for the forged file, and for a newer one.
    const newer = wheelOf(versionOfDay(1), 'forged too')
    index = [forged, newer].map((wheel) => ({ wheel, states: wheel.sha256 }))
    expect((await install())[1]).toMatch(/could not be installed \(pip: .*DO NOT MATCH THE HASHES/i)
    expect(await answerOf()).toBe(`${OLD} former`)
  })

  it('takes a newer release than an old pinned one when the file has the hash that the index states', async () => {
    const wheel = wheelOf(OLD)
    pin(wheel)
    const newer = wheelOf(RECENT)
    index = [wheel, newer].map((one) => ({ wheel: one, states: one.sha256 }))
    await install()
    expect(await versionOf(launcher)).toBe(RECENT)
  })

  it('refuses a newer release that the index states no hash of, or another one, and says so', async () => {
    const wheel = wheelOf(OLD)
    pin(wheel)
    const newer = wheelOf(RECENT)
    for (const states of [null, wheel.sha256]) {
      rmSync(folder, { recursive: true, force: true })
      index = [
        { wheel, states: wheel.sha256 },
        { wheel: newer, states },
      ]
      const said = await install()
      expect(said[1]).toMatch(states ? /DO NOT MATCH THE HASHES/i : /the index states no SHA-256 for yt-dlp/)
      expect(await versionOf(launcher)).toBe(OLD)
    }
  })

  it('never replaces a newer release by an older one', async () => {
    placeFormer(RECENT)
    const old = wheelOf(OLD)
    pin(old)
    index = [{ wheel: old, states: old.sha256 }]
    await install()
    expect(await answerOf()).toBe(`${RECENT} former`)
  })
})

it('every release of the requirements is pinned by SHA-256', () => {
  const lines = readFileSync('server/setup/yt-dlp-requirements.txt', 'utf8')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines)
    expect(line).toMatch(/^yt-dlp==\d[\d.]+ ; python_version \S+ "[\d.]+" +--hash=sha256:[0-9a-f]{64}$/)
})

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { YtDlpStatus } from '@/server/yt-dlp'

let dataDir = ''
const folder = () => path.join(dataDir, 'yt-dlp')

/** A copy as an update makes it, with the packages that it says it has. */
async function makeCopy(version: string, ...packages: string[]): Promise<void> {
  const copy = path.join(folder(), 'versions', version)
  await mkdir(path.join(copy, 'in-use'), { recursive: true })
  for (const name of [`yt_dlp-${version}`, ...packages])
    await mkdir(path.join(copy, 'lib', `${name}.dist-info`), { recursive: true })
  const script = `#!/bin/sh
case "$*" in *--version*) echo ${version}; exit ;; esac
echo "[debug] Optional libraries: ${packages.join(', ')}" >&2
echo "[debug] JS runtimes: none" >&2
exit 2
`
  await writeFile(path.join(copy, 'yt-dlp'), script, { mode: 0o755 })
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-yt-dlp-'))
  await makeCopy('2099.1.2', 'yt_dlp_ejs-0.8.0')
  await makeCopy('2099.3.4', 'yt_dlp_ejs-0.9.0', 'curl_cffi-0.16.3')
  await symlink('versions/2099.3.4', path.join(folder(), 'current'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function type(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { BASE_URL: _, DATABASE_URL: __, YTDLP_PATH: ___, ...inherited } = process.env
  const env = { ...inherited, VERBATIM_DATA: dataDir }
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/setup/operators/run.mjs', 'yt-dlp', ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const status = async (): Promise<YtDlpStatus> => JSON.parse((await type('status', '--json')).out)

test('the command says which yt-dlp is used and what it lacks, and goes back to a former copy', async () => {
  expect(await status()).toMatchObject({
    used: { version: '2099.3.4', ageDays: 0 },
    runtime: null,
    solver: '0.9.0',
    impersonation: '0.16.3',
    missing: [expect.stringContaining('formats of YouTube are missing')],
    channel: 'stable',
    copies: expect.arrayContaining([
      { version: '2099.1.2', isCurrent: false },
      { version: '2099.3.4', isCurrent: true },
    ]),
  })

  const unknown = await type('use', '2098.1.1')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no copy of yt-dlp 2098.1.1.')])
  expect(await type('use', '2099.01.02')).toMatchObject({ code: 0, out: 'yt-dlp 2099.1.2 is used from now on.\n' })
  expect(await readlink(path.join(folder(), 'current'))).toBe('versions/2099.1.2')
  const text = await type('status')
  expect(text.out).toContain('2099.1.2 (current)')
  expect(text.out).toContain('some platforms may refuse it.')
})

test('the command explains itself, and refuses what it does not know', async () => {
  expect(await type('--help')).toMatchObject({ code: 0, out: expect.stringContaining('use VERSION') })
  expect(await type('upgrade')).toMatchObject({ code: 2, err: expect.stringContaining('Usage: npm run -s yt-dlp') })
})

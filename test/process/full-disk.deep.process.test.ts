import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

/**
 * A small disk needs a mount that no other process sees; only root on Linux may create one, and not in every container.
 */
const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-disk-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the service on a disk of `sizeMib` MiB after the shell command `fill`. Returns its exit code and output. */
function start(sizeMib: number, fill: string): Promise<{ code: number | null; printed: string }> {
  const script = `mount -t tmpfs -o size=${sizeMib}m,mode=755 tmpfs "$1" && ${fill} && exec "$2" server/setup/start.mjs --port 0 --no-system-install`
  const { BASE_URL: _, DATABASE_URL: __, ...env } = process.env
  return new Promise((resolve) => {
    const child = execFile(
      'unshare',
      ['-m', 'sh', '-c', script, 'sh', folder, process.execPath],
      { env: { ...env, NODE_ENV: 'production', VERBATIM_DATA: path.join(folder, 'data') } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, printed: stdout + stderr }),
    )
  })
}

const SENTENCE = /The disk that holds \S+\/data is full: \d+ MiB are free, and Verbatim needs 200 MiB to start\. Free/

test.skipIf(!canMount)(
  'a first start on a disk that is too small says which folder and how much space it needs',
  async () => {
    const { code, printed } = await start(5, 'true')
    expect(printed).toMatch(SENTENCE)
    expect(printed).not.toMatch(/\n +at |initdb/)
    expect(code).toBe(1)
  },
)

test.skipIf(!canMount)('a start on a disk that is full to the last byte says the same', async () => {
  const { code, printed } = await start(5, '(cat /dev/zero > "$1/filled" 2>/dev/null || true)')
  expect(printed).toMatch(SENTENCE)
  expect(printed).not.toMatch(/\n +at /)
  expect(code).toBe(1)
})

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { cliEnv } from '@/test/cli/run-cli'

const run = promisify(execFile)
const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-pack-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the package holds the program and its licenses, and runs where there is nothing else and no network', async () => {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: 'cli' })
  const [{ filename, files }] = JSON.parse(packed.stdout)
  expect(files.map((file: { path: string }) => file.path).sort()).toEqual([
    'LICENSE',
    'dist/THIRD-PARTY-LICENSES.txt',
    'dist/verbatim.cjs',
    'package.json',
  ])
  await writeFile(path.join(folder, 'package.json'), '{"private": true}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', filename], { cwd: folder })
  const program = path.join(folder, 'node_modules/.bin/verbatim')
  expect((await run(program, ['--version'], { cwd: folder, env: cliEnv() })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('npm run cli finds files in the folder the person is in', async () => {
  const args = ['run', '--silent', '--prefix', path.resolve('.'), 'cli', '--', 'get', 'here.mp3', 'public']
  const env = cliEnv({ VERBATIM_API_KEY: 'vbt_none', VERBATIM_URL: 'http://127.0.0.1:9' })
  await writeFile(path.join(folder, 'here.mp3'), 'sound')
  const failed = run('npm', args, { cwd: folder, env })
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/here\.mp3: The server can't be reached/),
  })
})

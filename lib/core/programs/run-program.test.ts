import { afterEach, expect, test, vi } from 'vitest'
import { clearSingleton } from '../concurrency/singleton'
import { beginStopping } from '../concurrency/stopping'
import { processIdentity } from './process-identity.mjs'
import { runProgram, wasInterrupted } from './run-program'

const node = (script: string, ...args: string[]) => ['-e', script, ...args]
const run = (script: string, options: Partial<Parameters<typeof runProgram>[2]> = {}) =>
  runProgram(process.execPath, node(script), { timeoutMs: 30_000, ...options })

afterEach(() => {
  vi.unstubAllEnvs()
  clearSingleton('stopping')
})

test('gives exit code, output and errors', async () => {
  const result = await run('process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3')
  expect(result).toEqual({ ended: 'exited', exitCode: 3, stdout: Buffer.from('out'), stderr: 'err' })
})

test.each([
  [0, false],
  [1, false],
  [128, false],
  [129, true],
  [159, true],
  [160, false],
  [255, true],
])('the exit code %i says that a program was ended from outside: %s', (exitCode, expected) => {
  expect(wasInterrupted({ ended: 'exited', exitCode })).toBe(expected)
})

test('passes arguments as they are, without a shell', async () => {
  const hostile = '$(id); `id` | cat "*" \'\n&& true'
  const args = ['-e', 'process.stdout.write(process.argv[1])', '--', hostile]
  const result = await runProgram(process.execPath, args, { timeoutMs: 30_000 })
  expect(result.stdout.toString()).toBe(hostile)
})

test("a child does not see the service's secrets, but what it is given", async () => {
  vi.stubEnv('SPEECH_API_KEY', 'secret')
  const result = await run('process.stdout.write(JSON.stringify(process.env))', { env: { GIVEN: 'yes' } })
  const seen = JSON.parse(result.stdout.toString())
  expect(seen).toMatchObject({ GIVEN: 'yes', PATH: process.env.PATH })
  expect(seen).not.toHaveProperty('SPEECH_API_KEY')
  expect(seen).not.toHaveProperty('HOME')
})

test('keeps the end of a long standard error', async () => {
  const result = await run('process.stderr.write("a".repeat(1e6) + "the end")')
  expect(result.stderr).toHaveLength(16 * 1024)
  expect(result.stderr.endsWith('the end')).toBe(true)
})

test('ends a program that writes more than the limit', async () => {
  const endless = 'const write = () => process.stdout.write("x".repeat(65536), write); write()'
  const result = await run(endless, { stdoutLimitBytes: 100_000 })
  expect(result.ended).toBe('outputTooLong')
  expect(result.stdout.length).toBeLessThanOrEqual(100_000)
})

test('streams standard output and keeps nothing of it', async () => {
  const chunks: Buffer[] = []
  const result = await run('process.stdout.write("x".repeat(3e6))', { onStdout: (chunk) => chunks.push(chunk) })
  expect(Buffer.concat(chunks)).toHaveLength(3e6)
  expect(result.stdout).toHaveLength(0)
})

test('when the time is up it kills the program with all it started', async () => {
  // The grandchild holds standard output open: the run could not end before it does.
  const result = await runProgram('/bin/sh', ['-c', 'sleep 3600 & sleep 3600'], { timeoutMs: 300 })
  expect(result.ended).toBe('timedOut')
})

test('an abort kills the group and rejects with its reason', async () => {
  const abort = new AbortController()
  const reason = new Error('no longer wanted')
  const script = 'sleep 3600 & echo started; sleep 3600'
  const running = runProgram('/bin/sh', ['-c', script], {
    timeoutMs: 30_000,
    signal: abort.signal,
    onStdout: () => abort.abort(reason),
  })
  await expect(running).rejects.toBe(reason)
})

test('an aborted signal starts nothing', async () => {
  const reason = new Error('too late')
  await expect(run('', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('distinguishes a program that died of a signal from one that ended', async () => {
  const result = await run('process.kill(process.pid, "SIGSEGV")')
  expect(result).toMatchObject({ ended: 'signalled', signalName: 'SIGSEGV' })
})

test('rejects when there is no such program', async () => {
  await expect(runProgram('/nonexistent/program', [], { timeoutMs: 1000 })).rejects.toMatchObject({ code: 'ENOENT' })
})

const isAlive = (pid: string) => processIdentity(Number(pid)) !== null

test('a grandchild that holds the output does not delay the result, and ends with the program', async () => {
  const result = await runProgram('/bin/sh', ['-c', 'sleep 3600 & echo $!'], { timeoutMs: 30_000 })
  expect(result).toMatchObject({ ended: 'exited', exitCode: 0 })
  await expect.poll(() => isAlive(result.stdout.toString())).toBe(false)
})

test.runIf(process.platform === 'linux')('a grandchild in a separate session ends with the program too', async () => {
  const script = `const child = require('node:child_process').spawn('sleep', ['3600'], { detached: true, stdio: 'inherit' })
    child.unref()
    process.stdout.write(String(child.pid))`
  const result = await run(script)
  expect(result).toMatchObject({ ended: 'exited', exitCode: 0 })
  await expect.poll(() => isAlive(result.stdout.toString())).toBe(false)
})

test('a program that fails while the service stops has no outcome', async () => {
  const running = run('process.stdout.write(String(process.pid)); setInterval(() => undefined, 1000)', {
    onStdout: (pid) => {
      beginStopping()
      process.kill(Number(pid.toString()), 'SIGTERM')
    },
  })
  await expect(running).rejects.toMatchObject({ name: 'ServiceStopping' })
  await expect(run('')).rejects.toMatchObject({ name: 'ServiceStopping' })
})

test('a program that was signalled a moment before the service has no outcome either', async () => {
  const running = run('process.stdout.write("x"); process.kill(process.pid, "SIGTERM")', {
    onStdout: () => setTimeout(beginStopping, 50),
  })
  await expect(running).rejects.toMatchObject({ name: 'ServiceStopping' })
})

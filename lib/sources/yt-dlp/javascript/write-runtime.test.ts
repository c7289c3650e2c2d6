import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { findPython } from '@/server/setup/install/pip.mjs'
import { writeRuntime } from './write-runtime.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'javascript-runtime-'))
const secret = path.join(folder, 'secret')
writeFileSync(secret, 'the-secret-of-the-service')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const python = (await findPython('(3, 9)')) ?? ''
const root = process.cwd()
const isFiltered = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)

async function run(program: string, script: string, args: readonly string[] = ['-']) {
  const child = spawn(program, args, { stdio: 'pipe', env: { ...process.env, SECRET: 'of-the-service' } })
  // A process that ended early reads no more.
  child.stdin.on('error', () => undefined)
  child.stdin.end(script)
  const ended = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code, signal] = (await ended) as [number | null, string | null]
  return { code, signal, stdout: stdout.trim(), stderr: stderr.trim() }
}

const solve = (script: string, seconds = 60) => run(writeRuntime(folder, { python, root, seconds }), script)

/**
 * Runs code in the process that runs scripts, in the place of the program that keeps a script in its realm: as if that had
 * been got round.
 */
function runOutside(code: string, seconds = 60) {
  const program = writeRuntime(folder, { python, root, seconds })
  const inner = readFileSync(path.join(root, 'lib/sources/yt-dlp/javascript/run-script.cjs'), 'utf8')
  const quoted = inner.replaceAll("'", `'\\''`)
  const former = readFileSync(program, 'utf8')
  expect(former).toContain(quoted)
  writeFileSync(
    program,
    former.replace(quoted, () => code.replaceAll("'", `'\\''`)),
  )
  return run(program, '')
}

// A start of Python and of Node takes seconds where the machine is busy.
describe.skipIf(!python)(
  'the JavaScript runtime of yt-dlp (skipped where there is no Python)',
  { timeout: 180_000 },
  () => {
    it('says that it is a Node which yt-dlp takes', async () => {
      const { stdout } = await run(writeRuntime(folder, { python, root }), '', ['--version'])
      expect(Number(/^v(\d+)\.\d+\.\d+$/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(22)
    })

    it('writes what a script logs, and why it failed where that is a text', async () => {
      expect(await solve('console.log(1 + 1)')).toMatchObject({ code: 0, stdout: '2', stderr: '' })
      expect(await solve('throw "unexpected structure"')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'The script failed: unexpected structure.',
      })
      const large = await solve('console.log("x".repeat(3_000_000))')
      expect(large.stdout.length).toBe(3_000_000)
    })

    it('gives a script the language alone', async () => {
      const names = ['process', 'require', 'fetch', 'URL', 'Buffer', 'setTimeout', 'WebSocket', 'structuredClone']
      const { stdout } = await solve(`console.log(${names.map((name) => `typeof ${name}`).join(" + ' ' + ")})`)
      expect(new Set(stdout.split(' '))).toEqual(new Set(['undefined']))
    })

    it('lets no promise continue after the script', async () => {
      const script = `Promise.resolve().then(() => console.log('later'))
      import('node:fs').catch((error) => console.log(error.constructor.constructor('return process')().pid))
      console.log('now')`
      expect(await solve(script)).toMatchObject({ code: 0, stdout: 'now', stderr: '' })
    })

    it('keeps a script that gets hold of an error of the other realm from running code there', async () => {
      // A stack that overflows while the stack of an error is described, overflows in a function of Node's own.
      const script = `
      const errors = []
      const keep = (error) => { if (!(error instanceof RangeError)) errors.push(error) }
      Error.prepareStackTrace = () => ''
      const dive = () => {
        try { dive() } catch (error) { keep(error) }
        try { new Error('').stack } catch (error) { keep(error) }
      }
      dive()
      const attempt = (error) => {
        try { return error.constructor.constructor('return typeof process')() } catch (refusal) { return refusal.name }
      }
      console.log([errors.length > 0, ...new Set(errors.map(attempt))].join(' '))`
      const { stdout } = await solve(script)
      // A version of Node whose own functions overflow nowhere gives no such error at all.
      expect(['true EvalError', 'false']).toContain(stdout)
    })

    it.each([
      ['that computes for ever', 'for (;;);'],
      ['that waits for ever', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
    ])('ends a script %s', async (_, script) => {
      expect(await solve(script, 1)).toMatchObject({ code: 1, stderr: 'The script failed.' })
    })

    it.each([
      ['in objects', 'const kept = []; for (;;) kept.push({ a: [1, 2, 3] })'],
      ['in bytes', 'const kept = []; for (;;) kept.push(new Uint8Array(50_000_000).fill(1))'],
    ])('ends a script that fills the memory %s', { tags: 'deep' }, async (_, script) => {
      const { code, stdout } = await solve(script)
      expect(code).not.toBe(0)
      expect(stdout).toBe('')
    })

    it("ends its process where a script can't be ended", async () => {
      expect(await runOutside('for (;;);', -9)).toMatchObject({
        code: null,
        signal: expect.stringMatching(/^SIG(?:ALRM|XCPU|KILL)$/),
      })
    })

    it.each([
      ['reads no file', `require('node:fs').readFileSync(${JSON.stringify(secret)}, 'utf8')`],
      ['lists no folder', `require('node:fs').readdirSync(${JSON.stringify(folder)})`],
      ['writes no file', `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'written'))}, '')`],
      ['starts no process', `require('node:child_process').execFileSync('true')`],
      ['starts no thread', `new (require('node:worker_threads').Worker)('', { eval: true })`],
    ])('%s, even outside of the realm of the script', async (_, code) => {
      const { stdout } = await runOutside(
        `try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`,
      )
      expect(stdout).toBe('ERR_ACCESS_DENIED')
    })

    it('knows nothing of the environment, even outside of the realm of the script', async () => {
      expect((await runOutside('console.log(process.env.SECRET, process.env.PATH)')).stdout).toBe('undefined undefined')
    })

    it.skipIf(!isFiltered)(
      'reaches no network and signals no process, even outside of the realm of the script (on Linux)',
      async () => {
        const connections: unknown[] = []
        const server = createServer((socket) => connections.push(socket.destroy()))
        server.listen(0, '127.0.0.1')
        await once(server, 'listening')
        const { port } = server.address() as AddressInfo
        try {
          const connect = `require('node:net').connect(${port}, '127.0.0.1').on('error', (error) => console.log(error.code)).on('connect', () => console.log('connected'))`
          expect((await runOutside(connect)).stdout).toBe('EPERM')
          const send = `require('node:dgram').createSocket('udp4').on('error', (error) => console.log(error.code)).bind(0)`
          expect((await runOutside(send)).stdout).toBe('EPERM')
          const signal = `try { process.kill(${process.pid}, 0); console.log('sent') } catch (error) { console.log(error.code) }`
          expect((await runOutside(signal)).stdout).toBe('EPERM')
          expect(connections).toEqual([])
        } finally {
          server.close()
        }
      },
    )
  },
)

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { startPlatforms } from '@/e2e/platforms'
import { setEnv } from '@/lib/core/env'
import { isReference, SLUGS } from '@/lib/docs/contents'
import { readPage } from '@/lib/docs/read-page'
import { CLI } from '../cli/run-cli'
import { runExample, SUBSCRIPTIONS } from '../docs/run-example'
import { X } from '../origin/platforms/x'
import { freePort } from './free-port'
import { startProcess } from './start-process'

/*
 * The blocks of the guide that are typed beside the service: the command line, starts of the service, models. Those that
 * call the API are run in lib/docs/guide.deep.integration.test.ts.
 */

const DOWNLOAD = 'fetches hundreds of megabytes; lib/speech/models/get-model.test.ts fetches from loopback'

/** Blocks that can't be run here, each with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'client-packages: A Python client': 'test/sdk/generated-clients.deep.integration.test.ts makes and runs it',
  'client-packages: A TypeScript client': 'test/sdk/generated-clients.deep.integration.test.ts makes and runs it',
  'client-packages: Install':
    'installs from the Python index; sdk/python/python.deep.integration.test.ts has the packages',
  'client-packages: LangChain': 'sdk/python/python.deep.integration.test.ts runs it',
  'client-packages: LlamaIndex': 'sdk/python/python.deep.integration.test.ts runs it',
  'client-packages: Python': 'sdk/python/python.deep.integration.test.ts runs it',
  'client-packages: Python 3.9 or newer': 'sdk/python/python.deep.integration.test.ts builds and looks into the wheel',
  'client-packages: TypeScript': 'sdk/typescript/package.deep.integration.test.ts runs it',
  'client-packages: TypeScript: Node.js 20 or newer, browsers, Deno and Bun':
    'sdk/typescript/package.deep.integration.test.ts packs and installs it',
  'command-line: As a program':
    'npm installs for the whole machine; cli/pack.deep.process.test.ts packs and installs it elsewhere',
  'command-line: Sign in': 'somebody has to allow the device meanwhile, as cli/account.process.test.ts does',
  'mcp: In a terminal (claude)':
    'needs Claude Code; what it sends is tried in test/process/mcp-tools.deep.process.test.ts',
  'mcp: In a terminal (code)': 'needs Visual Studio Code',
  'mcp: In a terminal (codex)': 'needs Codex',
  'openai: Node.js': 'lib/openai/node-sdk.integration.test.ts calls the same with the same package',
  'openai: Python': 'lib/openai/python-sdk.deep.integration.test.ts calls the same with the same package',
  'self-hosting: Create an account':
    'npx installs the package; test/process/package.deep.process.test.ts runs the command',
  'self-hosting: Pack it': 'test/process/package.deep.process.test.ts packs the service',
  'self-hosting: Start it': 'test/process/package.deep.process.test.ts installs and starts it without a registry',
  'speech: Download the best model for European languages': DOWNLOAD,
  'speech: Download a model for any language': DOWNLOAD,
  'webhooks: A handler, with npm install standardwebhooks': 'lib/docs/webhook-example.test.ts runs it',
  'uploads: tus-js-client': 'lib/uploads/receive/tus-clients.integration.test.ts runs it',
  'uploads: tuspy': 'lib/uploads/receive/tus-clients.integration.test.ts runs it',
}

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-guide-'))
const dataDir = path.join(folder, 'data')
await mkdir(dataDir, { mode: 0o755 })
const platforms = await startPlatforms()
/** The recordings of platforms that checks request: a recording that is there for the service and for commands beside it. */
const probes = path.join(folder, 'probes.json')
await writeFile(probes, JSON.stringify([{ platform: 'x', url: `https://x.com/i/status/${X.captioned}` }]))
const reached = { ...platforms.settings, DOCTOR_PROBES_FILE: probes }
let service = await startProcess(dataDir, { ...reached, SPEECH_ENGINE: 'pocketsphinx' })
const key = service.apiKey ?? ''
setEnv({ BASE_URL: service.baseUrl })
afterAll(async () => {
  await service.stop()
  await platforms.close()
  await rm(folder, { recursive: true, force: true })
})

type Block = { name: string; language: string; code: string }

async function blocksOf(slug: string): Promise<Block[]> {
  const page = await readPage(slug)
  const examples = (page?.sections ?? []).flatMap((section) => section.examples.flat())
  return examples
    .filter(({ run, language, code }) => !run && ['sh', 'ts', 'python'].includes(language) && !code.includes('curl '))
    .map(({ label, language, code }) => {
      const program = label === 'In a terminal' ? ` (${code.split(' ', 1)})` : ''
      return { name: `${slug}: ${label}${program}`, language, code }
    })
}

const blocks = (await Promise.all(SLUGS.filter((slug) => !isReference(slug)).map(blocksOf))).flat()
const isStart = ({ code }: Block) => /\bnpm start\b/.test(code)
const tried = blocks.filter(({ name }) => !(name in NOT_RUN))

test('every block of the guide is run, or named with the reason why not', () => {
  const left = new Set(blocks.filter(({ name }) => name in NOT_RUN).map(({ name }) => name))
  expect([...left].sort()).toEqual(Object.keys(NOT_RUN).sort())
  expect(tried.filter(isStart).length).toBeGreaterThan(5)
  expect(tried.filter((block) => !isStart(block)).length).toBeGreaterThan(6)
})

async function call<T>(method: string, target: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  return (await (await fetch(service.baseUrl + target, init)).json()) as T
}

/** A folder with what the blocks name: recordings, links, and `verbatim` as a program. */
async function prepare(): Promise<string> {
  const place = await mkdtemp(path.join(folder, 'place-'))
  const samples = path.resolve('public/samples')
  await copyFile(path.join(samples, 'captioned.mp4'), path.join(place, 'talk.mp4'))
  await copyFile(path.join(samples, 'captioned.mp4'), path.join(place, 'film.mkv'))
  await copyFile(path.resolve('test/fixtures/audio/jfk.mp3'), path.join(place, 'speech.mp3'))
  await mkdir(path.join(place, 'Recordings'))
  await copyFile(path.join(samples, 'captioned.mp4'), path.join(place, 'Recordings', 'meeting.mp4'))
  await writeFile(path.join(place, 'links.txt'), 'https://www.youtube.com/watch?v=jNQXAC9IVRw\n')
  await writeFile(path.join(place, 'podcasts.opml'), SUBSCRIPTIONS)
  await mkdir(path.join(place, 'bin'))
  await writeFile(path.join(place, 'bin', 'verbatim'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`, {
    mode: 0o755,
  })
  // Commands for the project's folder are run there; other files are linked here by name.
  await symlink(path.resolve('public'), path.join(place, 'public'))
  return place
}

for (const { name, language, code } of tried.filter((block) => !isStart(block))) {
  test(`${name} works with real values`, { timeout: 180_000 }, async () => {
    const place = await prepare()
    const url = 'https://youtu.be/jNQXAC9IVRw'
    const { id } = await call<{ id: string }>('POST', '/v1/transcript', { url })
    const batch = await call<{ id: string }>('POST', '/v1/batches', { items: [{ url }] })
    const { slug } = await call<{ slug: string }>('POST', `/v1/me/transcriptions/${id}/publish`)
    const written = code
      .replaceAll('TRANSCRIPT_ID', id)
      .replaceAll('SLUG', slug)
      .replaceAll('BATCH_ID', batch.id)
      // Without `--once` it runs until it is interrupted.
      .replace('verbatim watch ', 'verbatim watch --once ')
      // Without `--yes` it waits for a confirmation.
      .replace('verbatim remove', 'verbatim remove --yes')
      .replace('--probes probes.json', `--probes ${probes}`)
    const isOfProject = code.includes('npm run')
    const variables = {
      ...{ PATH: `${path.join(place, 'bin')}${path.delimiter}${process.env.PATH}`, VERBATIM_DATA: dataDir },
      ...(isOfProject ? reached : { VERBATIM_API_KEY: key }),
      HOME: place,
      VERBATIM_URL: service.baseUrl,
    }
    const ran = await runExample(language, written, { folder: isOfProject ? process.cwd() : place, variables })
    expect([ran.code, ran.output]).toEqual([0, expect.any(String)])
  })
}

/** Starts the service as the block does, until it says that it is there. */
async function startAs(code: string, env: Record<string, string>): Promise<{ child: ChildProcess; lines: string[] }> {
  const { BASE_URL: _, DATABASE_URL: __, ...inherited } = process.env
  const child = spawn('bash', ['-euo', 'pipefail', '-c', code], {
    env: { ...inherited, NODE_ENV: 'production', VERBATIM_DATA: dataDir, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.startsWith('Ctrl-C')) return { child, lines }
  }
  throw new Error(`the service did not start:\n${lines.join('\n')}`)
}

test('every start of the guide starts the service as it says', { timeout: 600_000 }, async () => {
  await service.stop()
  const real: Readonly<Record<string, string>> = {
    'https://api.openai.com/v1': 'http://127.0.0.1:9/v1',
    'http://localhost:8000/v1': 'http://127.0.0.1:9/v1',
  }
  for (const { name, code } of tried.filter(isStart)) {
    const port = await freePort()
    const written = Object.entries(real)
      .reduce((text, [sample, value]) => text.replaceAll(sample, value), code)
      .replaceAll('4000', String(port))
      // Nothing is installed on the machine that runs the tests.
      .replace(/npm start(?: --)?/, 'npm start -- --no-system-install')
    const isNamed = code.includes('--port')
    const env = {
      ASSEMBLYAI_BASE_URL: 'http://127.0.0.1:9',
      ...(isNamed ? {} : { PORT: String(port) }),
    }
    const { child, lines } = await startAs(written, env)
    const health = await fetch(`http://127.0.0.1:${port}/health`)
    const ended = once(child, 'exit')
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await ended
    expect([name, health.status]).toEqual([name, 200])
    expect(lines.some((line) => line.startsWith('Verbatim'))).toBe(true)
  }
  service = await startProcess(dataDir, platforms.settings)
})

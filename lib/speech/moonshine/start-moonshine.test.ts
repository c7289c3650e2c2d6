import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMoonshine } from './start-moonshine'

let folder: string
const kills: (() => void)[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'moonshine-'))
})
afterEach(async () => {
  for (const kill of kills.splice(0)) kill()
  await rm(folder, { recursive: true, force: true })
})

/** A child that does this in place of the library's program. */
async function childThat(script: string) {
  const python = path.join(folder, 'python3')
  await writeFile(python, `#!${process.execPath}\n${script}`)
  await chmod(python, 0o755)
  const child = startMoonshine({ folder, python })
  kills.push(child.kill)
  return child
}

const LOADS = `process.stdin.once('data', () => console.log('{"loaded": true}'))`

test('a child that loads its model says so', async () => {
  await expect((await childThat(LOADS)).ask({ load: {} })).resolves.toEqual({ loaded: true })
})

test('the samples of a request arrive as they are, behind their number', async () => {
  const child = await childThat(`
    let bytes = Buffer.alloc(0)
    process.stdin.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const end = bytes.indexOf(10) + 1
      const { samples } = JSON.parse(bytes.subarray(0, end))
      if (bytes.length < end + 4 * samples) return
      const text = [0, samples - 1].map((at) => bytes.readFloatLE(end + 4 * at)).join(' ')
      console.log(JSON.stringify({ transcribed: [{ text, speech: [[0, 1]], confidence: { log_probability: -1.5, tokens: 2 } }] }))
    })`)
  const samples = new Float32Array(480_000).fill(0.25)
  samples[479_999] = -0.5
  await expect(child.ask({ recognise: samples })).resolves.toEqual({
    transcribed: [
      { text: '0.25 -0.5', speech: [{ startMs: 0, endMs: 1000 }], confidence: { logProbability: -1.5, tokens: 2 } },
    ],
  })
})

test('an answer of another shape is a failure', async () => {
  for (const answer of ['{"transcribed": "text"}', 'hello', '{"transcribed": [{"text": "a", "speech": []}]}']) {
    const child = await childThat(`process.stdin.once('data', () => console.log(${JSON.stringify(answer)}))`)
    await expect(child.ask({ load: {} })).resolves.toEqual({ failed: 'the child gave an answer of another shape' })
  }
})

test('a child that ends instead of answering is reported with its last output', async () => {
  const child = await childThat(`process.stdin.once('data', () => { console.error('no memory'); process.exit(3) })`)
  await expect(child.ask({ load: {} })).resolves.toEqual({ ended: 'ended with exit code 3\nno memory' })
  await child.ended
  await expect(child.ask({ load: {} })).resolves.toMatchObject({ ended: expect.stringContaining('exit code 3') })
})

test('a child that never ends its line is ended', async () => {
  const child = await childThat(`
    process.stdout.on('error', () => undefined)
    const say = () => process.stdout.write('x'.repeat(65536), say)
    process.stdin.once('data', say)`)
  await expect(child.ask({ load: {} })).resolves.toMatchObject({ ended: expect.stringContaining('SIGKILL') })
})

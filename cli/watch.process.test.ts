import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli, startCli } from '@/test/cli/run-cli'
import { startOrigin } from '@/test/origin/start-origin'
import { type ServiceProcess, startProcess } from '@/test/process/start-process'
import { startSpeechServer } from '@/test/speech/speech-server'

const FEED = 'https://show.example/feed.xml'
const vtt = 'WEBVTT\n\n00:01.000 --> 00:10.000\nThis is what was said.\n'
let episodes = ['one']
const rss =
  () => `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Show</title>
  ${episodes.map(
    (name) => `<item><guid>${name}</guid><title>Episode ${name}</title>
  <enclosure url="https://show.example/${name}.mp3" type="audio/mpeg"/>
  <podcast:transcript url="https://show.example/${name}.vtt" type="text/vtt"/></item>`,
  )}</channel></rss>`

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-watch-'))
const speech = await startSpeechServer()
const origin = await startOrigin([
  ({ path: address }) =>
    address === '/feed.xml'
      ? { headers: { 'content-type': 'application/rss+xml' }, body: rss() }
      : { headers: { 'content-type': 'text/vtt' }, body: vtt },
])
let service: ServiceProcess
let env: Record<string, string>
const dataDir = path.join(folder, 'data')
const settings = {
  ...{ EGRESS_PROXY_URL: origin.proxyUrl, NODE_EXTRA_CA_CERTS: origin.caFile, SSL_CERT_FILE: origin.caFile },
  ...{ SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url },
}

beforeAll(async () => {
  service = await startProcess(dataDir, settings)
  env = { VERBATIM_URL: service.baseUrl, VERBATIM_API_KEY: service.apiKey ?? '' }
}, 300_000)

afterAll(async () => {
  await service.stop()
  speech.close()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => runCli(args, { env })
const SAMPLE = 'public/samples/captioned.mp4'

async function newFolder(): Promise<string> {
  return mkdtemp(path.join(folder, 'watched-'))
}

test('watches are added, listed, changed, paused, resumed and removed', async () => {
  const added = await run('watches', 'add', FEED, '--every', '2h', '--max-per-day', '5')
  expect(added.stderr).toMatch(/shown this once: http\S+\/feed\/vbw_/)
  const id = added.stdout.trim()
  const shown = async () => (await run('watches', 'show', id)).stdout
  await expect.poll(shown, { timeout: 30_000 }).toMatch(/^The Show: active, every 2h, 0 taken, next check /)
  expect((await run('watches', 'add', FEED)).stderr).toContain('You watch this link already.')
  expect((await run('watches', 'list')).stdout).toContain(`${id}  2h  0 taken  The Show  active`)
  expect((await run('watches', 'change', id, '--every', '1d', '--all')).stdout).toContain('every 1d')
  expect((await run('watches', 'pause', id)).stdout).toBe('The Show: paused, every 1d, 0 taken\n')
  expect((await run('watches', 'check', id)).stderr).toContain('This watch is paused.')
  expect((await run('watches', 'items', id)).stdout).toBe('Nothing new so far.\n')
  episodes = ['two', 'one']
  expect((await run('watches', 'resume', id)).stdout).toContain('active')
  const items = async () => (await run('watches', 'items', id)).stdout
  await expect.poll(items, { timeout: 60_000 }).toMatch(/^[\w-]{36} {2}\d{4}-\d\d-\d\d {2}Episode two {2}done\n$/)
  expect((await run('watches', 'feed', id)).stdout).toMatch(/^http\S+\/feed\/vbw_\w+\n$/)
  expect((await run('watches', 'remove', id)).stdout).toBe('Watch deleted. Its transcripts are kept.\n')
  expect((await run('watches', 'show', id)).code).toBe(4)
  expect((await run('watches', 'add', FEED, '--every', '1m')).code).toBe(2)
})

test('a folder gets a transcript beside each recording, once', async () => {
  const watched = await newFolder()
  await mkdir(path.join(watched, 'below'))
  await cp(SAMPLE, path.join(watched, 'talk.mp4'))
  await cp(SAMPLE, path.join(watched, 'below', 'deep.mp4'))
  await writeFile(path.join(watched, 'notes.md'), 'no recording')
  await writeFile(path.join(watched, '.hidden.mp4'), 'hidden')
  const first = await run('watch', watched, '--once', '--interval', '1', '-f', 'srt')
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('talk.mp4 → talk.srt')])
  expect((await readdir(watched)).sort()).toEqual(['.hidden.mp4', 'below', 'notes.md', 'talk.mp4', 'talk.srt'])
  expect(await readFile(path.join(watched, 'talk.srt'), 'utf8')).toMatch(/^1\n00:00:/)
  const again = await run('watch', watched, '--once', '--interval', '1', '-f', 'srt', '--recursive')
  expect(again.stderr).not.toContain('talk.mp4')
  expect(again.stderr).toContain('deep.mp4 → deep.srt')
  // A recording of the same name with another ending keeps its own.
  await cp(SAMPLE, path.join(watched, 'talk.mov'))
  await run('watch', watched, '--once', '--interval', '1', '-f', 'srt')
  expect(await readdir(watched)).toContain('talk.mov.srt')
})

test('a recording is sent once it is written to its end, and one that is none is said and passed over', {
  tags: 'deep',
}, async () => {
  const watched = await newFolder()
  const target = path.join(watched, 'growing.mp4')
  const whole = await readFile(SAMPLE)
  await writeFile(target, whole.subarray(0, 1000))
  await writeFile(path.join(watched, 'broken.mp3'), 'this is no sound')
  const watching = startCli(['watch', watched, '--interval', '1'], { env })
  const isRefused = watching.said(/broken\.mp3: /).then(() => true)
  // It grows between all looks, until the other one has been looked at twice.
  for (let written = 1000; written < whole.length; ) {
    const pause = new Promise<false>((resolve) => setTimeout(() => resolve(false), 100))
    const end = (await Promise.race([isRefused, pause])) ? whole.length : Math.min(written + 100, whole.length - 1)
    await appendFile(target, whole.subarray(written, end))
    written = end
  }
  await watching.said(/growing\.mp4 → growing\.txt/)
  expect((await readFile(path.join(watched, 'growing.txt'), 'utf8')).length).toBeGreaterThan(10)
  watching.child.kill('SIGINT')
  expect((await watching.result).code).toBe(130)
})

test('a job that runs when the command ends is continued by the next start, also after the server was away', {
  tags: 'deep',
}, async () => {
  const watched = await newFolder()
  await cp('test/fixtures/audio/jfk.mp3', path.join(watched, 'speech.mp3'))
  const first = startCli(['watch', watched, '--interval', '1'], { env })
  await speech.next()
  await expect.poll(() => readdir(watched)).toContain('.verbatim-watch.json')
  first.child.kill('SIGINT')
  expect((await first.result).stderr).toContain('The job continues.')
  await service.stop()
  await cp(SAMPLE, path.join(watched, 'later.mp4'))
  const second = startCli(['watch', watched, '--interval', '1'], { env })
  await second.said(/later\.mp4: .*It is tried again in 10 s/)
  const { port } = new URL(service.baseUrl)
  service = await startProcess(dataDir, settings, Number(port))
  const heard = speech.next().then((request) => request.answer())
  await second.said(/speech\.mp3 → speech\.txt/)
  await second.said(/later\.mp4 → later\.txt/)
  await heard
  const names = ['later.mp4', 'later.txt', 'speech.mp3', 'speech.txt']
  await expect.poll(async () => (await readdir(watched)).sort()).toEqual(names)
  second.child.kill('SIGINT')
  await second.result
  const { stdout } = await run('history', '--json')
  const { transcriptions } = JSON.parse(stdout) as { transcriptions: { title: string | null }[] }
  expect(transcriptions.filter(({ title }) => title?.startsWith('speech'))).toHaveLength(1)
})

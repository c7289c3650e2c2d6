import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { youtubeOrigin, youtubeRecording } from '@/test/origin/youtube'
import { readConnection } from './read-connection'
import { type ServiceProcess, startProcess } from './start-process'

const REVIEW = 'GJLlxj_dtq8'
const srv1 = await readFile('test/fixtures/youtube/yta-transcript.srv1.xml')

const { route, play } = youtubeOrigin()
const folders: string[] = []
const services: ServiceProcess[] = []
let origin: Origin
let apiKey: string | null = null

async function start(settings: Record<string, string>): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-sources-'))
  folders.push(dataDir)
  const reach = { EGRESS_PROXY_URL: origin.proxyUrl, NODE_EXTRA_CA_CERTS: origin.caFile, SSL_CERT_FILE: origin.caFile }
  const service = await startProcess(dataDir, { ...reach, ...settings })
  services.push(service)
  return service
}

beforeAll(async () => {
  origin = await startOrigin([route])
  const first = await start({})
  apiKey = first.apiKey
  await start({ DATABASE_URL: await readConnection(folders[0] ?? '') })
}, 300_000)

afterAll(async () => {
  for (const service of services.reverse()) await service.stop()
  await origin.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

test('the built service reads YouTube, and two of them on one database ask it once', async () => {
  play({
    player: () => ({
      headers: { 'content-type': 'application/json' },
      body: youtubeRecording('yta-ok.innertube.json'),
    }),
    captions: () => ({ headers: { 'content-type': 'text/xml' }, body: srv1 }),
  })
  const ask = async (index: number) => {
    const response = await fetch(`${services[index % services.length]?.baseUrl}/v1/transcript`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `https://www.youtube.com/watch?v=${REVIEW}` }),
    })
    const { video_id, source } = (await response.json()) as Record<string, unknown>
    return { status: response.status, video_id, source }
  }
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index)))
  expect(answers).toEqual(answers.map(() => ({ status: 200, video_id: REVIEW, source: 'captions' })))
  expect(origin.requests.map(({ url }) => new URL(url).pathname)).toEqual(['/youtubei/v1/player', '/api/timedtext'])
})

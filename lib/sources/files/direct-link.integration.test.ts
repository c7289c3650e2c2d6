import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { saveMedia } from '@/lib/archive/media/save-media'
import type { Transcript } from '@/lib/captions/transcript'
import { setEnv } from '@/lib/core/env'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { startJob } from '@/lib/jobs/start-job'
import { directLink } from '@/lib/sources/files/direct-link'
import { probeLink } from '@/lib/sources/files/probe-link'
import { startOrigin } from '@/test/origin/start-origin'
import { ended, newUser, useService } from '@/test/service'

const speech = await readFile('test/fixtures/audio/jfk.wav')
const film = await readFile('public/samples/captioned.mp4')
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.500\nHello there\n'

const origin = await startOrigin([
  ({ host, path: target, headers }) => {
    const path = target.split('?')[0] ?? ''
    if (host !== 'media.example') return undefined
    if (path === '/talk.wav') return { headers: { 'content-type': 'audio/wav' }, body: speech }
    if (path === '/film') return { headers: { 'content-type': 'application/octet-stream' }, body: film }
    if (path === '/picky.vtt' && !/like iTMS/.test(headers['user-agent'] ?? '')) return { status: 403, body: 'no' }
    if (path === '/picky.vtt') return { headers: { 'content-type': 'text/vtt' }, body: VTT }
    if (path === '/talk.vtt') return { headers: { 'content-type': 'text/plain' }, body: VTT }
    if (path === '/named.vtt')
      return { headers: { 'content-type': 'text/vtt' }, body: VTT.replace('Hello', '<v Ann>Hello') }
    if (path === '/page') return { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>x</title>' }
    if (path === '/labelled') return { headers: { 'content-type': 'text/html' }, body: 'Just a moment. <p>One.' }
    if (path === '/unlabelled') return { headers: { 'content-type': 'application/octet-stream' }, body: '\n<html>' }
    if (path === '/letter.mp3')
      return { headers: { 'content-type': 'audio/mpeg' }, body: 'Not a recording. '.repeat(2000) }
    if (path === '/metadata') return { status: 302, headers: { location: 'http://169.254.169.254/latest' } }
    if (path === '/loopback') return { status: 307, headers: { location: 'http://[::ffff:127.0.0.1]/a.mp3' } }
    const status = Number(/^\/status\/(\d{3})$/.exec(path)?.[1] ?? 404)
    return { status, body: 'no', ...(status === 429 ? { headers: { 'retry-after': '7' } } : {}) }
  },
])
afterAll(() => origin.close())

// Pages that refuse programs would be left to yt-dlp.
const service = await useService({ EGRESS_PROXY_URL: origin.proxyUrl, ANY_SITE: 'off' })
const user = await newUser()
const ask = (body: Record<string, unknown>, key = user.apiKey) => service.call('POST', '/v1/transcript', { key, body })

test('a caption link returns a transcript immediately, shared by all users', async () => {
  const answer = await ask({ url: 'http://MEDIA.example/talk.vtt?utm_source=mail#here' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    platform: 'podcast',
    video_id: expect.stringMatching(/^[\w-]{22}$/),
    url: 'http://media.example/talk.vtt',
    source: 'captions',
    cached: false,
    segments: [{ start: 1, end: 2.5, duration: 1.5, text: 'Hello there' }],
  })
  const before = origin.requests.length
  const other = await newUser()
  const again = await ask({ url: 'http://media.example/talk.vtt' }, other.apiKey)
  expect((again.body as Transcript).cached).toBe(true)
  expect(origin.requests).toHaveLength(before)
})

test('a link on a port that the operator has added is opened there, and refused on any other', async () => {
  const link = 'http://media.example:8000/talk.vtt'
  const refused = await ask({ url: link })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('LINK_PORTS')])
  setEnv({ LINK_PORTS: '8000' })
  const before = origin.requests.length
  const answer = await ask({ url: link })
  expect([answer.status, answer.body]).toMatchObject([200, { url: link, source: 'captions' }])
  expect(origin.requests.slice(before).map(({ url }) => url)).toEqual([link])
  const others = await Promise.all(
    ['http://media.example:8001/talk.vtt', 'http://127.0.0.1:8000/talk.vtt'].map((url) => ask({ url })),
  )
  setEnv({ LINK_PORTS: '' })
  for (const { status, text } of others) expect([status, text]).toEqual([422, expect.stringContaining('blocked_url')])
})

test('a server that refuses unknown programs is asked once more under another name', async () => {
  const answer = await ask({ url: 'http://media.example/picky.vtt' })
  expect([answer.status, answer.body]).toMatchObject([200, { source: 'captions' }])
  expect(origin.requests.filter(({ url }) => url.endsWith('/picky.vtt'))).toHaveLength(2)
})

test('a direct audio link becomes a job, worked once for all who ask for it', async () => {
  const other = await newUser()
  const [first, second] = await Promise.all([
    ask({ audio: 'http://media.example/talk.wav' }),
    ask({ audio: 'http://media.example/talk.wav' }, other.apiKey),
  ])
  expect([first.status, second.status]).toEqual([202, 202])
  const { job_id }: JobStarted = first.body
  expect((second.body as JobStarted).job_id).toBe(job_id)
  const job = await ended(service, user.apiKey, job_id)
  expect(job).toMatchObject({
    status: 'done',
    platform: 'podcast',
    title: 'talk',
    url: 'http://media.example/talk.wav',
  })
  expect(job.transcript?.text?.toLowerCase()).toContain('heard')
  expect((await ended(service, other.apiKey, job_id)).transcript?.text).toBe(job.transcript?.text)
  const stranger = await newUser()
  expect((await service.call('GET', `/v1/jobs/${job_id}`, { key: stranger.apiKey })).status).toBe(404)
  // Two looks, one fetch.
  expect(origin.requests.filter(({ url }) => url.endsWith('/talk.wav'))).toHaveLength(3)
})

test('a link to a film that carries captions returns them immediately, as its upload does', async () => {
  const answer = await ask({ url: 'http://media.example/film' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ source: 'captions', lang: 'en', duration_seconds: 11, available_langs: ['en'] })
})

/** A job for a caption file that was too slow for a look, and what its caller then reads. */
async function slowCaptions(url: string, withoutSpeakers = false): Promise<Job> {
  const ref = directLink(url)
  const media = await saveMedia(ref, { kind: 'audio' })
  const request = {
    media,
    openUrl: ref.openUrl,
    requestedLang: 'en',
    langHint: null,
    durationMs: null,
    strict: false,
    captionless: true,
    allowPartial: false,
    withoutSpeakers,
    fromMs: 0,
    forImport: false,
    replaces: null,
  }
  const begun = await startJob({ kind: 'api_key', userId: user.userId, tier: user.tier }, request)
  return ended(service, user.apiKey, 'job_id' in begun ? begun.job_id : '')
}

test('a caption link that was too slow for a look is still captions in the job', async () => {
  const job = await slowCaptions('http://media.example/talk.vtt?slow')
  expect(job).toMatchObject({ status: 'done', transcript: { source: 'captions', duration_seconds: 3 } })
})

test('a job that finds captions with speakers shows them unless the caller wants none', async () => {
  const { transcript } = await slowCaptions('http://media.example/named.vtt?slow')
  expect(transcript?.speakers).toEqual([{ id: 'S1', name: 'Ann' }])
  const without = (await slowCaptions('http://media.example/named.vtt?slower', true)).transcript
  expect(without?.segments).toMatchObject([{ text: 'Hello there' }])
  expect(JSON.stringify(without)).not.toMatch(/speaker|Ann/)
})

test('a link that only says it is audio fails its job with the reason', async () => {
  const { job_id }: JobStarted = (await ask({ audio: 'http://media.example/letter.mp3' })).body
  const job = await ended(service, user.apiKey, job_id)
  expect(job).toMatchObject({ status: 'error', transcript: null, error: { code: 'unsupported_media', status: 415 } })
})

test.each(['labelled', 'unlabelled'])('a page is recognised by its label or its beginning: %s', async (path) => {
  const probe = probeLink(`http://media.example/${path}`, { signal: AbortSignal.timeout(30_000), timeoutMs: 30_000 })
  expect(await probe).toEqual({ kind: 'page', refusal: null })
})

describe('a link that leads nowhere good', () => {
  test.each([
    ['http://media.example/metadata', 'blocked_url'],
    ['http://media.example/loopback', 'blocked_url'],
    ['http://media.example/page', 'unsupported_source'],
  ])('%s is a 422 %s', async (url, type) => {
    const answer = await ask({ url })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ detail: [{ type, loc: ['body', 'url'] }] })
  })

  test.each([
    [404, 404, 'source_not_found'],
    [401, 403, 'source_login_required'],
    [451, 403, 'source_geo_blocked'],
    [429, 503, 'upstream_blocked'],
    [500, 502, 'upstream_changed'],
    [503, 502, 'upstream_failed'],
  ])('a source that answers %d is a %d %s', async (upstream, status, code) => {
    const answer = await ask({ audio: `http://media.example/status/${upstream}` })
    expect([answer.status, answer.body]).toMatchObject([status, { code }])
    if (upstream === 429) expect(answer.headers.get('retry-after')).toBe('7')
  })

  test('a URL of 2049 characters is refused by its length', async () => {
    const answer = await ask({ url: `http://media.example/${'a'.repeat(2049 - 21)}` })
    expect(answer.body).toMatchObject({ detail: [{ type: 'string_too_long', ctx: { max_length: 2048 } }] })
  })
})

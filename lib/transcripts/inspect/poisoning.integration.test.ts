import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import type { ImportBatch } from '@/lib/imports/contract'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { ended, newUser, useService } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'

const speech = await readFile('test/fixtures/audio/jfk.mp3')

/** Words that only the attacker's feeds have. */
const LIE = /poison/i
const HONEST = 'Words of the publisher'
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:10.000\n${text}\n`

type Reported = { name: string; audio: string; transcript?: string; says?: string; seconds?: number }

const item = ({ name, audio, transcript, says = 'Honest', seconds = 11 }: Reported, host: string) =>
  `<item><title>${says} title of ${name}</title><guid>${name}</guid><link>https://${host}/${name}</link>
   <enclosure url="${audio}" type="audio/mpeg" length="1"/><itunes:duration>${seconds}</itunes:duration>
   <itunes:image href="https://${host}/${says}.jpg"/><pubDate>Mon, 06 Jul 2026 10:00:00 GMT</pubDate>
   ${transcript ? `<podcast:transcript url="${transcript}" type="text/vtt"/>` : ''}</item>`
const feed = (author: string, items: string[]) =>
  `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
   xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>${author}</title><language>en</language>${items.join('')}</channel></rss>`

const victims = ['one', 'two', 'three', 'four', 'five']
const audio = (name: string) => `https://cdn.victim.example/${name}.mp3`
const feeds: Record<string, string> = {
  'evil.example': feed(
    'Poisoner',
    victims.map((name) =>
      item(
        { name, audio: audio(name), transcript: 'https://evil.example/lie.vtt', says: 'Poison', seconds: 90_000 },
        'evil.example',
      ),
    ),
  ),
  // Says nothing of what is said in it: its listeners join the job on the sound.
  'mute.example': feed(
    'Poisoner',
    victims.map((name) => item({ name, audio: audio(name), says: 'Poison', seconds: 3000 }, 'mute.example')),
  ),
  'feeds.victim.example': feed(
    'The Show',
    victims.map((name) =>
      item(
        {
          name,
          audio: audio(name),
          ...(name === 'five' ? {} : { transcript: 'https://feeds.victim.example/said.vtt' }),
        },
        'feeds.victim.example',
      ),
    ),
  ),
  // Has the publisher's own words, which come from the recording's own domain.
  'reader.example': feed('The Show', [
    item({ name: 'one', audio: audio('one'), transcript: 'https://cdn.victim.example/one.vtt' }, 'reader.example'),
  ]),
  'listed.example': feed('Listed', [
    item({ name: 'one', audio: audio('one'), transcript: 'https://listed.example/said.vtt' }, 'listed.example'),
  ]),
}

const origin = await startOrigin([
  ({ host, path: target }) => {
    const path = target.split('?')[0] ?? ''
    const html = { 'content-type': 'text/html; charset=utf-8' }
    if (host === 'itunes.apple.com') {
      const results = [
        { kind: 'podcast', feedUrl: 'https://listed.example/feed.xml', collectionName: 'Listed' },
        { kind: 'podcast-episode', trackId: 7, episodeGuid: 'one', episodeUrl: audio('one') },
      ]
      return { body: JSON.stringify({ resultCount: results.length, results }) }
    }
    if (path.endsWith('.mp3')) return { headers: { 'content-type': 'audio/mpeg' }, body: speech }
    if (path === '/lie.vtt') return { headers: { 'content-type': 'text/vtt' }, body: vtt('Poisoned words') }
    if (path.endsWith('.vtt')) return { headers: { 'content-type': 'text/vtt' }, body: vtt(HONEST) }
    // An open redirect on the victim's own domain.
    if (host === 'go.victim.example') return { status: 302, headers: { location: 'https://evil.example/feed.xml' } }
    const own = feeds[host]
    if (own && path === '/feed.xml') return { headers: { 'content-type': 'text/xml' }, body: own }
    if (own) {
      return {
        headers: html,
        body: `<!doctype html><title>x</title><link rel="canonical" href="https://${host}${path}">
          <link rel="alternate" type="application/rss+xml" href="/feed.xml">`,
      }
    }
    if (host === 'bait.example') {
      return {
        headers: html,
        body: `<!doctype html><title>x</title><link rel="canonical" href="https://evil.example${path}">
          <link rel="alternate" type="application/rss+xml" href="https://go.victim.example/feed.xml">`,
      }
    }
    return { status: 404, body: '' }
  },
])
const engine = await startSpeechServer()
const service = await useService({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: engine.url })
trustOrigin(origin)
afterAll(async () => {
  engine.close()
  await origin.close()
})
/** Every sound is heard as soon as it is sent. */
void (async () => {
  for (;;) await (await engine.next()).answer()
})()

const askAs = (key: string) => (body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key, body })
const historyOf = async (key: string) => (await service.call('GET', '/v1/me/transcriptions', { key })).text
const fetched = (url: string) => origin.requests.filter((request) => request.url === url).length
const spent = async (userId: string) => {
  const { _sum } = await db().usagePeriod.aggregate({
    where: { userId },
    _sum: { usedSeconds: true, reservedSeconds: true },
  })
  return [_sum.usedSeconds ?? 0, _sum.reservedSeconds ?? 0]
}

/** Takes whatever a request leads to, and gives all that its user was ever shown of it. */
async function everythingShown(user: { apiKey: string }, body: Record<string, unknown>): Promise<string> {
  const answer = await askAs(user.apiKey)(body)
  if (answer.status !== 202) return answer.text + (await historyOf(user.apiKey))
  const { job_id: jobId } = answer.body as JobStarted
  const running = await service.call('GET', `/v1/jobs/${jobId}`, { key: user.apiKey })
  const job = await ended(service, user.apiKey, jobId)
  return [answer.text, running.text, JSON.stringify(job), await historyOf(user.apiKey)].join('\n')
}

test("a feed that names another publisher's recording gives its words only to the user who arrived through that feed", async () => {
  const [attacker, reader, listener] = [await newUser('ultra'), await newUser(), await newUser()]
  const lied = await askAs(attacker.apiKey)({ url: 'https://evil.example/one' })
  expect([lied.status, lied.text]).toEqual([200, expect.stringMatching(LIE)])

  const honest = await askAs(reader.apiKey)({ url: 'https://feeds.victim.example/one' })
  expect([honest.status, honest.body]).toMatchObject([
    200,
    {
      title: 'Honest title of one',
      author: 'The Show',
      thumbnail_url: 'https://feeds.victim.example/Honest.jpg',
      segments: [{ text: HONEST }],
      total_seconds: 11,
    },
  ])
  expect(await historyOf(reader.apiKey)).not.toMatch(LIE)
  expect(await spent(reader.userId)).toEqual([10, 0])

  const transcribed = await everythingShown(listener, { audio: audio('one') })
  expect(transcribed).not.toMatch(LIE)
  expect(transcribed).toContain('speech_to_text')
  expect(await spent(listener.userId)).toEqual([11, 0])
  const found = await service.call('GET', '/v1/me/transcriptions?search=poison', { key: listener.apiKey })
  expect(found.body).toMatchObject({ total: 0 })
  const own = await service.call('GET', '/v1/me/transcriptions?search=poison', { key: attacker.apiKey })
  expect(own.body).toMatchObject({ total: 1 })
})

test('a feed that was there first does not name, illustrate or measure the job that others join', async () => {
  const [attacker, listener] = [await newUser('ultra'), await newUser()]
  const begun = await askAs(attacker.apiKey)({ url: 'https://mute.example/two' })
  expect(begun.status).toBe(202)
  const shown = await everythingShown(listener, { audio: audio('two') })
  expect(shown).not.toMatch(LIE)
  expect(shown).toContain('speech_to_text')
  expect(await spent(listener.userId)).toEqual([11, 0])
  const { job_id: jobId } = begun.body as JobStarted
  expect(await ended(service, attacker.apiKey, jobId)).toMatchObject({
    title: 'Poison title of two',
    transcript: { title: 'Poison title of two', total_seconds: 11 },
  })
  const stored = await db().transcript.count({ where: { media: { url: audio('two') } } })
  expect(stored).toBe(1)
})

test('a length that a feed claims is reserved for who came by the feed alone', async () => {
  const [attacker, listener] = [await newUser('ultra'), await newUser('free')]
  expect((await askAs(attacker.apiKey)({ url: 'https://mute.example/three' })).status).toBe(202)
  // 3,000 s are more than the free tier has.
  const joined = await askAs(listener.apiKey)({ audio: audio('three') })
  expect(joined.status).toBe(202)
  const { job_id: jobId } = joined.body as JobStarted
  expect(await ended(service, listener.apiKey, jobId)).toMatchObject({ status: 'done', error: null })
  expect(await spent(listener.userId)).toEqual([11, 0])
})

test('an import of a feed gives what it says of others’ recordings to its user alone', async () => {
  const [attacker, reader] = [await newUser('ultra'), await newUser()]
  const started = await service.call('POST', '/v1/import', {
    key: attacker.apiKey,
    body: { url: 'https://evil.example/feed.xml' },
  })
  const { batch_id: id } = started.body as { batch_id: string }
  const state = async () =>
    (await service.call('GET', `/v1/import/${id}`, { key: attacker.apiKey })).body as ImportBatch
  await expect.poll(async () => (await state()).done).toBe(victims.length)
  const honest = await askAs(reader.apiKey)({ url: 'https://feeds.victim.example/four' })
  expect([honest.status, honest.body]).toMatchObject([200, { title: 'Honest title of four', cached: false }])
  expect(honest.text + (await historyOf(reader.apiKey))).not.toMatch(LIE)
  const languages = await service.call('GET', `/v1/languages?${new URLSearchParams({ url: audio('four') })}`)
  expect([languages.status, languages.text]).toEqual([200, expect.not.stringMatching(LIE)])
})

test('a redirect on the recording’s own domain does not make a feed speak for the recording', async () => {
  const [attacker, other] = [await newUser('ultra'), await newUser()]
  const before = fetched('https://evil.example/lie.vtt')
  const lied = await askAs(attacker.apiKey)({ url: 'https://bait.example/five' })
  expect([lied.status, lied.text]).toEqual([200, expect.stringMatching(LIE)])
  const again = await askAs(other.apiKey)({ url: 'https://bait.example/five' })
  expect(again.body).toMatchObject({ cached: false })
  expect(fetched('https://evil.example/lie.vtt')).toBe(before + 2)
  expect(await everythingShown(await newUser(), { url: 'https://feeds.victim.example/five' })).not.toMatch(LIE)
})

test.each([
  [
    'the feed is of the recording’s own domain',
    'https://feeds.victim.example/two',
    'https://feeds.victim.example/said.vtt',
  ],
  [
    'the transcript is of the recording’s own domain',
    'https://reader.example/one',
    'https://cdn.victim.example/one.vtt',
  ],
  [
    'Apple’s directory lists the feed',
    'https://podcasts.apple.com/us/podcast/x/id11?i=7',
    'https://listed.example/said.vtt',
  ],
])('a transcript is stored once for all who come by its feed where %s', async (_name, url, transcriptUrl) => {
  const [first, second] = [await newUser(), await newUser()]
  const before = fetched(transcriptUrl)
  const made = await askAs(first.apiKey)({ url })
  expect([made.status, made.body]).toMatchObject([200, { cached: false, segments: [{ text: HONEST }] }])
  const shared = await askAs(second.apiKey)({ url })
  expect([shared.status, shared.body]).toMatchObject([200, { cached: true, segments: [{ text: HONEST }] }])
  expect((shared.body as Transcript).title).toBe((made.body as Transcript).title)
  expect(fetched(transcriptUrl)).toBe(before + 1)
})

test('the sound of a recording is transcribed once for all, whichever feed they came by', async () => {
  const users = [await newUser(), await newUser('ultra'), await newUser()]
  const links = ['https://feeds.victim.example/five', 'https://mute.example/five', audio('five')]
  const jobs: Job[] = []
  for (const [index, { apiKey }] of users.entries()) {
    const answer = await askAs(apiKey)({ url: links[index] })
    if (answer.status === 202) jobs.push(await ended(service, apiKey, (answer.body as JobStarted).job_id))
    else expect(answer.body).toMatchObject({ source: 'speech_to_text', cached: true })
  }
  const titles = await Promise.all(users.map(({ apiKey }) => historyOf(apiKey)))
  expect(titles.map((text) => /"title":"([^"]*)"/.exec(text)?.[1])).toEqual([
    'Honest title of five',
    'Poison title of five',
    'five',
  ])
  expect(await db().transcript.count({ where: { media: { url: audio('five') }, source: 'speech_to_text' } })).toBe(1)
})

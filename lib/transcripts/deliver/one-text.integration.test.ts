import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import type { JobStarted } from '@/lib/jobs/contract'
import type { Transcription, TranscriptionList } from '@/lib/library/contract'
import { purgeOrphanedTexts } from '@/lib/library/removal/purge-orphaned-texts'
import type { PublicTranscript, Published } from '@/lib/publishing/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin, youtubeRecording } from '@/test/origin/youtube'
import { ended, newUser, upload, useService } from '@/test/service'

const SRV1 = await readFile('test/fixtures/youtube/yta-transcript.srv1.xml')
const speech = await readFile('test/fixtures/audio/jfk.wav')

const youtube = youtubeOrigin()
const origin = await startOrigin([
  youtube.route,
  ({ host }) => (host === 'media.example' ? { headers: { 'content-type': 'audio/wav' }, body: speech } : undefined),
])
const service = await useService({ EGRESS_PROXY_URL: origin.proxyUrl })
trustOrigin(origin)
afterAll(() => origin.close())

// Captions by people in eight languages, English among them, which is spoken too.
const player = (_: string, { videoId }: { videoId: string }) =>
  jsonAnswer(youtubeRecording('yta-ok.innertube.json').replaceAll('GJLlxj_dtq8', videoId))
youtube.play({ player, captions: () => ({ headers: { 'content-type': 'text/xml' }, body: SRV1 }) })

const ask = (key: string, body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key, body })
const later = () => new Date(Date.now() + 5 * 60_000)

async function items(key: string, query = ''): Promise<Transcription[]> {
  const { body } = await service.call('GET', `/v1/me/transcriptions${query}`, { key })
  const { transcriptions, total } = body as TranscriptionList
  expect(total).toBe(transcriptions.length)
  return transcriptions
}

/** The transcript that a request leads to, immediately or by a job. */
async function transcribed(key: string, body: Record<string, unknown>): Promise<Transcript> {
  const answer = await ask(key, body)
  if (answer.status === 200) return answer.body
  const job = await ended(service, key, (answer.body as JobStarted).job_id)
  expect(job.status).toBe('done')
  return job.transcript as Transcript
}

describe('requests in several languages that lead to the same captions', () => {
  test.each(['one after the other', 'at once'])('are one item, one hit, one page and one charge: %s', async (how) => {
    const user = await newUser()
    const key = user.apiKey
    const video = how === 'at once' ? 'atOnceAsked' : 'inOrderAskd'
    const langs = ['en', 'en-GB', 'auto', 'pt']
    const bodies = langs.map((lang) => ({ url: `https://youtu.be/${video}`, lang }))
    const answers: Transcript[] = []
    if (how === 'at once') answers.push(...(await Promise.all(bodies.map((body) => transcribed(key, body)))))
    else for (const body of bodies) answers.push(await transcribed(key, body))

    expect(answers.map(({ lang, requested_lang }) => [lang, requested_lang])).toEqual(langs.map((lang) => ['en', lang]))
    expect(answers.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([[], [], [], ['language_fallback']])
    const [item, ...others] = await items(key)
    expect(others).toEqual([])
    expect(item?.requested_langs.toSorted()).toEqual(langs.toSorted())
    expect(await items(key, '?search=gonna')).toEqual(await items(key, '?search=gonna&limit=1'))
    // A concurrent caller may have been answered before the requests met: every id leads to the one item.
    for (const { id } of answers) {
      const again = await service.call('GET', `/v1/me/transcriptions/${id}`, { key })
      expect([again.status, (again.body as Transcript).id]).toEqual([200, item?.id])
    }
    expect(await db().transcript.count({ where: { media: { videoId: video } } })).toBe(1)
    expect(await db().usageCharge.count({ where: { userId: user.userId } })).toBe(1)
    const pages = await Promise.all(
      langs.map(async (lang) => {
        const { body } = await service.call('POST', '/v1/publish', { key, body: { url: bodies[0]?.url, lang } })
        return (body as Published).slug
      }),
    )
    expect(new Set(pages).size).toBe(1)
  })

  test('cost another user once too, and stay when the first one removes the item', async () => {
    const [first, second] = [await newUser(), await newUser()]
    const url = 'https://youtu.be/sharedText0'
    for (const lang of ['en', 'auto']) await transcribed(first.apiKey, { url, lang })
    const kept = await transcribed(second.apiKey, { url, lang: 'auto' })
    expect(kept).toMatchObject({ cached: true, requested_lang: 'auto' })
    const [item] = await items(first.apiKey)
    const removed = await service.call('DELETE', `/v1/me/transcriptions/${item?.id}?permanently=1`, {
      key: first.apiKey,
    })
    expect(removed.status).toBe(204)
    await purgeOrphanedTexts(later())
    expect(await items(first.apiKey)).toEqual([])
    expect(await transcribed(second.apiKey, { url, lang: 'auto' })).toMatchObject({ id: kept.id, text: kept.text })
    const [left] = await items(second.apiKey)
    await service.call('DELETE', `/v1/me/transcriptions/${left?.id}?permanently=1`, { key: second.apiKey })
    expect(await db().transcript.count({ where: { media: { videoId: 'sharedText0' } } })).toBe(0)
  })
})

describe('an upload that is asked for as en and as auto', () => {
  const jobsOf = (userId: string) => db().job.count({ where: { media: { ownerId: userId } } })

  async function expectOne(requests: readonly { lang?: string }[]): Promise<void> {
    const user = await newUser()
    const file = await upload(service, user.apiKey, 'speech.wav', speech)
    const ids: string[] = []
    for (const requested of requests) ids.push((await transcribed(user.apiKey, { upload: file, ...requested })).id)
    expect(new Set(ids).size).toBe(1)
    expect([await jobsOf(user.userId), (await items(user.apiKey)).length]).toEqual([1, 1])
    expect(await items(user.apiKey, '?search=heard')).toHaveLength(1)
    const charges = await db().usageCharge.findMany({ where: { userId: user.userId } })
    expect(charges).toMatchObject([{ seconds: 11 }])
  }

  test('is transcribed once, and is one item: one after the other', () =>
    expectOne([{ lang: 'en' }, { lang: 'auto' }, {}]))

  test('is transcribed once, and is one item: the other way round', { tags: 'deep' }, () =>
    expectOne([{ lang: 'auto' }, {}, { lang: 'en-US' }]),
  )

  test('concurrently is one job and one item', async () => {
    const user = await newUser()
    const file = await upload(service, user.apiKey, 'speech.wav', speech)
    const started = await Promise.all(
      ['auto', 'en', undefined].map(
        async (lang) => (await ask(user.apiKey, { upload: file, lang })).body as JobStarted,
      ),
    )
    for (const { job_id } of started) {
      expect((await ended(service, user.apiKey, job_id)).transcript?.text?.toLowerCase()).toContain('heard')
    }
    expect((await items(user.apiKey)).length).toBe(1)
    const charges = await db().usageCharge.findMany({ where: { userId: user.userId } })
    expect(charges).toMatchObject([{ seconds: 11 }])
    const period = await db().usagePeriod.findFirst({ where: { userId: user.userId } })
    expect(period).toMatchObject({ usedSeconds: 11, reservedSeconds: 0 })
  })
})

describe('items that turn out to be the same text', () => {
  test('become one, to which the id, the job and the page of the other lead', { tags: 'deep' }, async () => {
    const user = await newUser()
    const key = user.apiKey
    const url = 'http://media.example/talk.wav'
    // A requested language of a public recording does not decide `auto`: it is detected separately.
    const first = await transcribed(key, { url, lang: 'en' })
    const begun = (await ask(key, { url, lang: 'auto' })).body as JobStarted
    const waiting = (await items(key)).find(({ job_id }) => job_id === begun.job_id)
    expect(waiting?.id).not.toBe(first.id)
    const { transcript } = await ended(service, key, begun.job_id)
    expect(transcript).toMatchObject({ id: first.id, requested_lang: 'auto', lang: 'en' })
    expect(await items(key)).toMatchObject([{ id: first.id, requested_langs: ['en', 'auto'], slug: null }])

    const byFormerId = await service.call('GET', `/v1/me/transcriptions/${waiting?.id}`, { key })
    expect(byFormerId.body).toMatchObject({ id: first.id, text: first.text })
    const page = await service.call('POST', `/v1/me/transcriptions/${waiting?.id}/publish`, { key })
    expect((await items(key))[0]?.slug).toBe((page.body as Published).slug)
    const stranger = await newUser()
    const theirs = await service.call('GET', `/v1/me/transcriptions/${waiting?.id}`, { key: stranger.apiKey })
    expect(theirs.status).toBe(404)
    expect((await service.call('DELETE', `/v1/me/transcriptions/${waiting?.id}`, { key })).status).toBe(204)
    expect(await items(key)).toEqual([])
  })
})

describe('publishing', () => {
  test('says which language it publishes, warns when that is another, and refuses with strict_lang', async () => {
    const { apiKey: key } = await newUser()
    const url = 'https://youtu.be/publishThis'
    const publish = (body: Record<string, unknown>) =>
      service.call('POST', '/v1/publish', { key, body: { url, ...body } })
    expect((await publish({ lang: 'pt', strict_lang: true })).body).toMatchObject({ code: 'language_unavailable' })
    const answer = (await publish({ lang: 'pt' })).body as Published
    expect(answer).toMatchObject({ lang: 'en', warnings: [{ code: 'language_fallback' }] })
    expect((await publish({ lang: 'en' })).body).toMatchObject({ slug: answer.slug, lang: 'en', warnings: [] })
    const refused = await publish({ lang: 'pt', strict_lang: true })
    expect([refused.status, refused.body]).toMatchObject([404, { code: 'language_unavailable' }])

    const page = (await service.call('GET', `/v1/public/${answer.slug}`)).body as PublicTranscript
    expect(page).toMatchObject({ lang: 'en', requested_lang: 'en', warnings: [] })
    expect(JSON.stringify(page)).not.toMatch(/asked for|Portuguese/)
  })

  test('again within 30 days gives the slug back to its owner, and after that another one', async () => {
    const { apiKey: key } = await newUser()
    const url = 'https://youtu.be/publishMore'
    const publish = async () => (await service.call('POST', '/v1/publish', { key, body: { url } })).body as Published
    const { slug } = await publish()
    const withdraw = (name: string) => service.call('DELETE', `/v1/publish/${name}`, { key })
    expect((await withdraw(slug)).status).toBe(204)
    expect((await service.call('GET', `/v1/public/${slug}`)).status).toBe(404)
    expect((await publish()).slug).toBe(slug)
    expect((await service.call('GET', `/v1/public/${slug}`)).status).toBe(200)
    await withdraw(slug)
    const long = new Date(Date.now() - 31 * 86_400_000)
    await db().formerSlug.update({ where: { slug }, data: { withdrawnAt: long } })
    expect((await publish()).slug).not.toBe(slug)
    expect((await service.call('GET', `/v1/public/${slug}`)).status).toBe(404)
  })
})

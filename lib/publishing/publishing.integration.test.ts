import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import type { TranscriptionList } from '@/lib/library/contract'
import { makeConnection } from '@/lib/oauth/connections/make-connection'
import { newUser, upload, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import {
  type Publication,
  type PublicIndex,
  type PublicTranscript,
  type Published,
  publicTranscriptSchema,
} from './contract'
import { countView, flushViews } from './count-view'
import { findPublished, findVersion } from './publication-table'

const service = await useService()
const user = await newUser()
const { apiKey: key } = user

const publish = (body: Record<string, unknown>) => service.call('POST', '/v1/publish', { key, body })
const read = (slug: string, query = '') => service.call('GET', `/v1/public/${slug}${query}`)
const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code

async function published(libraryItemId: string): Promise<Published> {
  const answer = await service.call('POST', `/v1/me/transcriptions/${libraryItemId}/publish`, { key })
  expect(answer.status).toBe(200)
  return answer.body
}

async function slugs(): Promise<string[]> {
  return ((await service.call('GET', '/v1/public/index')).body as PublicIndex).items.map(({ slug }) => slug)
}

const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const { libraryItemId } = await storeTestTranscript(user.userId, {
  videoId: 'dQw4w9WgXcQ',
  title: 'Ça, c’est Paris!',
  lines: ['Bonjour.', 'Paris.'],
})
const { slug, url: page } = (await publish({ url })).body as Published

describe('a transcript that is published', () => {
  test('has a slug of its title, and keeps it', async () => {
    expect(slug).toMatch(/^ca-c-est-paris-[a-z2-7]{6}$/)
    expect(page).toBe(`http://localhost:3000/t/${slug}`)
    const answer = { slug, url: page, lang: 'en', warnings: [], unlisted: false, expires_at: null, views: 0 }
    expect((await publish({ url: 'youtu.be/dQw4w9WgXcQ' })).body).toEqual(answer)
    expect(await published(libraryItemId)).toEqual(answer)
    const together = await Promise.all([publish({ url }), publish({ url }), published(libraryItemId)])
    expect(together.map((answer) => ('body' in answer ? (answer.body as Published).slug : answer.slug))).toEqual([
      slug,
      slug,
      slug,
    ])
  })

  test('only the owner sees that an item is public', async () => {
    const stranger = await newUser()
    const asked = (userId: string, id: string) => findPublished({ userId, tier: 'pro', kind: 'local' }, id)
    expect(await asked(user.userId, libraryItemId)).toMatchObject({ slug, url: page, lang: 'en', warnings: [] })
    expect([await asked(stranger.userId, libraryItemId), await asked(user.userId, newId())]).toEqual([null, null])
  })

  test('is public in any format, and says nothing of its owner', async () => {
    const answer = await read(slug)
    const transcript = publicTranscriptSchema.strict().parse(answer.body)
    expect(transcript).toMatchObject({
      slug,
      source_url: url,
      url,
      text: 'Bonjour. Paris.',
      format: 'json',
      lang: 'en',
    })
    expect(answer.text).not.toContain(libraryItemId)
    expect(answer.text).not.toContain(user.userId)
    expect(((await read(slug, '?format=srt')).body as PublicTranscript).content).toMatch(/^1\n00:00:00,000 --> /)
    expect((await read(slug, '?format=doc')).status).toBe(422)
  })

  test('is not sent again to who has it, until it changes', async () => {
    const etag = (await read(slug)).headers.get('etag') ?? ''
    const again = (tag: string) => service.call('GET', `/v1/public/${slug}`, { headers: { 'if-none-match': tag } })
    expect(await again(etag)).toMatchObject({ status: 304, text: '' })
    expect((await again(`W/${etag}, "x"`)).status).toBe(304)
    expect(
      (await service.call('GET', `/v1/public/${slug}?format=srt`, { headers: { 'if-none-match': etag } })).status,
    ).toBe(200)
    await storeTestTranscript(user.userId, { videoId: 'dQw4w9WgXcQ', lines: ['Bonsoir.'] })
    expect((await again(etag)).body).toMatchObject({ text: 'Bonsoir.' })
  })

  test('is in the index, the history and the list of its owner', async () => {
    expect(await slugs()).toContain(slug)
    const history = await service.call('GET', '/v1/me/transcriptions?q=dQw4', { key })
    expect((history.body as { transcriptions: { slug: string }[] }).transcriptions[0]?.slug).toBe(slug)
    const list = await service.call('GET', '/v1/publish', { key })
    expect((list.body as { items: Publication[] }).items).toMatchObject([
      { slug, url: page, transcription_id: libraryItemId },
    ])
    const other = await newUser()
    expect((await service.call('GET', '/v1/publish', { key: other.apiKey })).body).toMatchObject({
      items: [],
      total: 0,
    })
  })

  test('is gone everywhere as soon as it is taken back, and only its owner can', async () => {
    const other = await newUser()
    const remove = (by: string) => service.call('DELETE', `/v1/publish/${slug}`, { key: by })
    expect((await remove(other.apiKey)).status).toBe(404)
    expect((await read(slug)).status).toBe(200)
    expect(await remove(key)).toMatchObject({ status: 204, text: '' })
    expect([(await read(slug)).status, await findVersion(slug), await slugs()]).toEqual([404, null, []])
    expect((await service.call('GET', `/v1/public/${slug}`, { headers: { 'if-none-match': '*' } })).status).toBe(404)
    expect([(await remove(key)).status, codeOf(await remove('x'))]).toEqual([404, 'invalid_credentials'])
    expect((await published(libraryItemId)).slug).toBe(slug)
  })

  test('a public page is deleted with its item and with the account', async () => {
    const { slug: second } = await published(libraryItemId)
    expect((await service.call('DELETE', `/v1/me/transcriptions/${libraryItemId}`, { key })).status).toBe(204)
    expect([(await read(second)).status, await slugs()]).toEqual([404, []])
    const leaving = await newUser()
    const kept = await storeTestTranscript(leaving.userId, { videoId: 'leaving' })
    const made = await service.call('POST', `/v1/me/transcriptions/${kept.libraryItemId}/publish`, {
      key: leaving.apiKey,
    })
    await db().user.delete({ where: { id: leaving.userId } })
    expect((await read((made.body as Published).slug)).status).toBe(404)
  })
})

describe('a published transcript', () => {
  test('from an upload is its text alone: nothing leads to the file', async () => {
    const object = await upload(service, key, 'board meeting.mp4', await readFile('public/samples/captioned.mp4'))
    const uploadId = object.split('/')[1] ?? ''
    const { slug } = (await publish({ url: `http://localhost:3000/v1/uploads/${uploadId}` })).body as Published
    const answer = await read(slug)
    expect(answer.body).toMatchObject({
      platform: 'upload',
      source_url: null,
      url: `http://localhost:3000/t/${slug}`,
      video_id: slug,
    })
    const markdown = await read(slug, '?format=md')
    expect(answer.text + markdown.text).not.toContain(uploadId)
    expect(answer.text).toContain('what your country can do for you')
  })

  test('from a direct link with a query keeps the query, which may be a secret, to itself', async () => {
    const url = 'https://cdn.example/talk.mp3?token=hunter2'
    const { libraryItemId } = await storeTestTranscript(user.userId, { videoId: 'secret', platform: 'podcast', url })
    const { slug } = await published(libraryItemId)
    const texts = await Promise.all(
      ['json', 'md', 'txt', 'srt', 'vtt'].map((format) => read(slug, `?format=${format}`)),
    )
    expect(texts.map(({ text }) => text).join()).not.toMatch(/hunter2|cdn\.example/)
  })

  test('with a part only is that part, and no word more', async () => {
    const { libraryItemId } = await storeTestTranscript(user.userId, {
      videoId: 'part',
      lines: ['Mine.', 'Not mine.'],
      coveredMs: 4_000,
    })
    const { slug } = (await publish({ url: 'https://www.youtube.com/watch?v=part0000000' })).body as { slug?: string }
    expect(slug).toBeUndefined()
    const transcript = (await read((await published(libraryItemId)).slug)).body as PublicTranscript
    expect(transcript).toMatchObject({ text: 'Mine.', complete: false, duration_seconds: 4, total_seconds: 8 })
    expect(transcript.warnings).toEqual([{ code: 'partial', detail: 'This is the first 4 s of 8 s.' }])
  })

  test('in two languages has two pages', async () => {
    const made = await Promise.all(
      ['de', 'fr'].map(async (lang) =>
        published((await storeTestTranscript(user.userId, { videoId: 'both', lang })).libraryItemId),
      ),
    )
    const langs = await Promise.all(made.map(async ({ slug }) => ((await read(slug)).body as PublicTranscript).lang))
    expect(langs).toEqual(['de', 'fr'])
  })

  test('has to be there: speech is transcribed first', async () => {
    const object = await upload(service, key, 'jfk.wav', await readFile('test/fixtures/audio/jfk.wav'))
    const url = `http://localhost:3000/v1/uploads/${object.split('/')[1]}`
    const answer = await publish({ url })
    expect([answer.status, codeOf(answer)]).toEqual([409, 'transcript_not_ready'])
    const { job_id } = (answer.body as { context: { job_id: string } }).context
    expect((await service.call('GET', `/v1/jobs/${job_id}`, { key })).status).toBe(200)
    await service.call('DELETE', `/v1/jobs/${job_id}`, { key })
  })
})

test('an app that may publish, but not make transcripts, publishes what there is only', async () => {
  const allowed = { userId: user.userId, kind: 'app' as const, name: 'An app', scope: 'publish', resource: null }
  const { token } = await db().$transaction((tx) => makeConnection(tx, null, allowed))
  const object = await upload(service, key, 'new.mp4', await readFile('public/samples/captioned.mp4'))
  const body = { url: `http://localhost:3000/v1/uploads/${object.split('/')[1]}` }
  const call = () => service.call('POST', '/v1/publish', { key: token.access_token, body })
  expect(codeOf(await call())).toBe('insufficient_scope')
  await service.call('POST', '/v1/transcript', { key, body: { upload: object } })
  expect((await call()).status).toBe(200)
})

test('the index continues after the last item of a page', async () => {
  const all = await slugs()
  const first = (await service.call('GET', '/v1/public/index?limit=2')).body as PublicIndex
  const next = (await service.call('GET', `/v1/public/index?limit=100&after=${first.next_after}`)).body as PublicIndex
  expect([...first.items, ...next.items].map(({ slug }) => slug)).toEqual(all)
  expect([all, next.next_after]).toEqual([[...all].sort(), null])
})

test.each(['..', '%00', 'A', "x'--", '💥', 'index/', newId()])('%s is no slug', async (slug) => {
  expect([404, 422]).toContain((await read(encodeURIComponent(slug))).status)
})

describe('a public page', () => {
  const change = (address: string, body: Record<string, unknown>, by = key) =>
    service.call('PATCH', `/v1/publish/${address}`, { key: by, body })
  const listed = async (address: string) => {
    const { body } = await service.call('GET', '/v1/publish?limit=100', { key })
    return (body as { items: Publication[] }).items.find((one) => one.slug === address)
  }
  const newPage = async (videoId: string, query = '') => {
    const item = await storeTestTranscript(user.userId, { videoId, title: videoId })
    const path = `/v1/me/transcriptions/${item.libraryItemId}/publish${query}`
    const answer = await service.call('POST', path, { key })
    expect(answer.status).toBe(200)
    return { ...(answer.body as Published), libraryItemId: item.libraryItemId }
  }

  test('gets a slug of its owner, to which the former one leads, and no other page gets either', async () => {
    const { slug: made, libraryItemId } = await newPage('own-slug')
    expect((await change(made, { slug: 'my-talk' })).body).toMatchObject({ slug: 'my-talk', views: 0, unlisted: false })
    expect((await read(made)).body).toMatchObject({ slug: 'my-talk' })
    expect(await findVersion(made)).toBe(await findVersion('my-talk'))
    const other = await newPage('other-slug')
    for (const taken of ['my-talk', made, slug]) {
      const refused = await change(other.slug, { slug: taken })
      expect([refused.status, codeOf(refused)]).toEqual([409, 'slug_taken'])
    }
    for (const bad of ['a', 'My-Talk', 'my--talk', '-talk', 'talk-', 'my talk', 'a'.repeat(81)]) {
      expect((await change(other.slug, { slug: bad })).status).toBe(422)
    }
    expect((await change(made, { slug: made })).body).toMatchObject({ slug: made })
    expect((await change('my-talk', { slug: 'my-talk-2' })).status).toBe(200)
    expect((await change('my-talk-2', { slug: 'my-talk' })).body).toMatchObject({ slug: 'my-talk' })
    await service.call('DELETE', `/v1/me/transcriptions/${libraryItemId}`, { key })
    expect(codeOf(await change(other.slug, { slug: 'my-talk' }))).toBe('slug_taken')
    const stranger = await newUser()
    expect((await change(other.slug, { unlisted: true }, stranger.apiKey)).status).toBe(404)
  })

  test('that is unlisted and ends is so in the list of transcripts of its owner', async () => {
    const { slug: quiet, libraryItemId } = await newPage('quiet', '?unlisted=true')
    await change(quiet, { expires_at: '2100-01-01' })
    const { body } = await service.call('GET', '/v1/me/transcriptions?published=true', { key })
    const listed = (body as TranscriptionList).transcriptions.find(({ id }) => id === libraryItemId)
    const publication = { unlisted: true, expires_at: '2100-01-01T00:00:00.000Z', views: 0 }
    expect(listed).toMatchObject({ slug: quiet, publication })
  })

  test('that is unlisted can be read and is in no index, also after it was unpublished, or in the trash', async () => {
    const { slug: hidden, libraryItemId, unlisted } = await newPage('hidden', '?unlisted=true')
    expect(unlisted).toBe(true)
    expect((await read(hidden)).body).toMatchObject({ slug: hidden, unlisted: true })
    expect(await slugs()).not.toContain(hidden)
    await service.call('DELETE', `/v1/publish/${hidden}`, { key })
    expect(await published(libraryItemId)).toMatchObject({ slug: hidden, unlisted: true })
    await service.call('DELETE', `/v1/me/transcriptions/${libraryItemId}`, { key })
    await service.call('POST', `/v1/me/transcriptions/${libraryItemId}/restore`, { key })
    expect(await slugs()).not.toContain(hidden)
    const before = await findVersion(hidden)
    expect((await change(hidden, { unlisted: false })).status).toBe(200)
    expect(await slugs()).toContain(hidden)
    expect(await findVersion(hidden)).not.toBe(before)
  })

  test('that has expired is gone for readers and stays in the list of its owner, who brings it back', async () => {
    const { slug: brief } = await newPage('brief')
    expect((await change(brief, { expires_at: '2100-01-01' })).body).toMatchObject({
      expires_at: '2100-01-01T00:00:00.000Z',
    })
    expect((await read(brief)).status).toBe(200)
    await change(brief, { expires_at: '2020-01-01T00:00:00Z' })
    expect((await read(brief)).status).toBe(404)
    expect([await findVersion(brief), (await slugs()).includes(brief)]).toEqual([null, false])
    expect(await listed(brief)).toMatchObject({ expires_at: '2020-01-01T00:00:00.000Z' })
    expect((await change(brief, { expires_at: null })).status).toBe(200)
    expect((await read(brief)).status).toBe(200)
    expect((await change(brief, { expires_at: 'tomorrow' })).status).toBe(422)
  })

  test('is counted by its readers, not by bots', async () => {
    const { slug: seen } = await newPage('seen')
    for (const agent of [
      'Mozilla/5.0 (X11) Firefox/140',
      'Mozilla/5.0 (Macintosh) Safari',
      'Googlebot/2.1',
      undefined,
    ]) {
      countView(seen, agent)
    }
    await flushViews()
    await flushViews()
    expect(await listed(seen)).toMatchObject({ views: 2 })
  })
})

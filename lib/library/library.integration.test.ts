import { describe, expect, test } from 'vitest'
import { saveMedia } from '@/lib/archive/media/save-media'
import { captionTranscript } from '@/lib/archive/transcripts/caption-transcript'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { cancelJob } from '@/lib/jobs/cancel-job'
import { failJob } from '@/lib/jobs/end/fail-job'
import { finishJob } from '@/lib/jobs/end/finish-job'
import { startJob } from '@/lib/jobs/start-job'
import { newUser, useService } from '@/test/service'
import { segmentsOf, storeTestTranscript } from '@/test/store-transcript'
import { type TranscriptionList, transcriptionListSchema } from './contract'
import { findTextLanguages } from './queries/find-text-languages'
import { mergeTallyChanges } from './queries/tally-table'

const service = await useService()
const user = await newUser()
const actor = { kind: 'api_key', userId: user.userId, tier: 'pro' } as const

async function list(query = '', key = user.apiKey): Promise<TranscriptionList> {
  const answer = await service.call('GET', `/v1/me/transcriptions${query}`, { key })
  expect(answer.status).toBe(200)
  return transcriptionListSchema.strict().parse(answer.body)
}

async function startSpeech(videoId: string) {
  const ref = { platform: 'tiktok', videoId, accessKey: '', openUrl: null, ownerId: null, title: 'A dance' } as const
  const media = await saveMedia({ ...ref, url: `https://www.tiktok.com/@a/video/${videoId}` }, { kind: 'video' })
  const request = {
    requestedLang: 'en',
    langHint: null,
    strict: false,
    allowPartial: false,
    replaces: null,
    fromMs: 0,
    forImport: false,
  }
  const begun = await startJob(actor, { media, openUrl: null, captionless: true, durationMs: 90_000, ...request })
  if (!('job_id' in begun)) throw new Error('a transcript was there already')
  return { jobId: begun.job_id, media }
}

describe('a history', () => {
  test('is empty for a new account', async () => {
    expect(await list()).toEqual({ transcriptions: [], total: 0, total_exact: true, limit: 20, offset: 0 })
  })

  test('lists a transcript with all the contract says of it', async () => {
    const { libraryItemId } = await storeTestTranscript(user.userId, {
      videoId: 'dQw4w9WgXcQ',
      title: 'A song',
      lines: ['One', 'two'],
    })
    expect(await list()).toMatchObject({
      total: 1,
      transcriptions: [
        {
          id: libraryItemId,
          video_id: 'dQw4w9WgXcQ',
          platform: 'youtube',
          lang: 'en',
          source: 'captions',
          duration_seconds: 8,
          total_seconds: 8,
          complete: true,
          job_id: null,
          status: 'done',
          title: 'A song',
          error_code: null,
          thumbnail_url: null,
          passages: null,
        },
      ],
    })
  })

  test('follows a job from its beginning to its text', async () => {
    const { jobId, media } = await startSpeech('7100000000000000001')
    const running = (await list('?state=in_progress')).transcriptions
    expect(running).toMatchObject([{ job_id: jobId, status: 'queued', complete: false, lang: null, total_seconds: 90 }])
    const found = {
      segments: segmentsOf(['Dance.']),
      lang: 'en',
      source: 'captions',
      original: true,
      availableLangs: [],
    } as const
    await finishJob(
      jobId,
      captionTranscript(
        { mediaId: media.id, requestedLang: 'en' },
        { ...found, availableLangs: [], warnings: [] },
        90_000,
      ),
    )
    expect((await list('?state=in_progress')).total).toBe(0)
    expect((await list('?platform=tiktok&state=done')).transcriptions).toMatchObject([
      { job_id: jobId, status: 'done', complete: true, duration_seconds: 90, total_seconds: 90 },
    ])
  })

  test('says why a job has failed, and whether the user left it', async () => {
    const failed = await startSpeech('7100000000000000002')
    await failJob(failed.jobId, new Problem('no_audio'))
    const cancelled = await startSpeech('7100000000000000003')
    await cancelJob(actor, cancelled.jobId)
    const { transcriptions, total } = await list('?state=error&order=asc')
    expect(total).toBe(2)
    expect(transcriptions.map(({ status, error_code }) => [status, error_code])).toEqual([
      ['error', 'no_audio'],
      ['error', 'cancelled'],
    ])
    const again = await startSpeech('7100000000000000003')
    expect(again.jobId).not.toBe(cancelled.jobId)
    expect((await list('?state=in_progress')).transcriptions).toMatchObject([{ job_id: again.jobId, error_code: null }])
    await cancelJob(actor, again.jobId)
  })

  test('is hidden from other users', async () => {
    const other = await newUser()
    expect((await list('', other.apiKey)).total).toBe(0)
    const mine = (await list()).transcriptions[0]?.id
    const read = await service.call('GET', `/v1/me/transcriptions/${mine}`, { key: other.apiKey })
    const removed = await service.call('DELETE', `/v1/me/transcriptions/${mine}`, { key: other.apiKey })
    expect([read.status, removed.status]).toEqual([404, 404])
    expect((await list('?search=Dance', other.apiKey)).total).toBe(0)
  })
})

describe('language, source, time and title', () => {
  test('filter and sort a library, also what is searched for or tagged', { tags: 'deep' }, async () => {
    const { userId, apiKey } = await newUser()
    const kept = [
      { videoId: 'facts-0', title: 'Zebra', lang: 'en', createdAt: '2026-03-01T23:30:00Z' },
      { videoId: 'facts-1', title: 'apple', lang: 'en-US', createdAt: '2026-03-02T10:00:00Z' },
      { videoId: 'facts-2', title: 'Éclair', lang: 'eno', createdAt: '2026-03-03T00:00:00Z' },
      { videoId: 'facts-3', title: null, lang: 'de', createdAt: '2026-03-04T00:00:00Z' },
    ]
    for (const { createdAt, ...item } of kept) {
      const { libraryItemId } = await storeTestTranscript(userId, { ...item, lines: ['Common.'] })
      await db().libraryItem.update({ where: { id: libraryItemId }, data: { createdAt: new Date(createdAt) } })
      const tags = { body: { tags: ['All'] }, key: apiKey }
      expect((await service.call('PATCH', `/v1/me/transcriptions/${libraryItemId}`, tags)).status).toBe(200)
    }
    const found = async (query: string) => {
      const { transcriptions, total, total_exact } = await list(`?${query}`, apiKey)
      expect([total, total_exact]).toEqual([transcriptions.length, true])
      return transcriptions.map(({ video_id }) => Number(video_id.at(-1)))
    }
    for (const within of ['', '&search=common', '&tag=all', '&q=facts', '&platform=youtube&state=done']) {
      expect(await found(`lang=en${within}`)).toEqual([1, 0])
      expect(await found(`lang=EN-us${within}`)).toEqual([1])
      expect(await found(`lang=%25${within}`)).toEqual([])
      expect(await found(`source=captions${within}`)).toEqual([3, 2, 1, 0])
      expect(await found(`source=speech_to_text${within}`)).toEqual([])
      expect(await found(`sort=title&order=asc${within}`)).toEqual([1, 2, 0, 3])
      expect(await found(`sort=title${within}`)).toEqual([0, 2, 1, 3])
      expect(await found(`created_after=2026-03-02&created_before=2026-03-03${within}`)).toEqual([1])
      expect(await found(`created_after=2026-03-02T00:00:00%2B20:00&created_before=2028-02-29${within}`)).toContain(1)
      expect(await found(`created_before=2026-03-01T16:00:00-08:00${within}`)).toEqual([0])
    }
    const { id } = (await list('?lang=de', apiKey)).transcriptions[0] ?? { id: '' }
    expect((await service.call('POST', `/v1/me/transcriptions/${id}/publish`, { key: apiKey })).status).toBe(200)
    for (const within of ['', '&search=common', '&tag=all', '&q=facts']) {
      expect(await found(`published=true${within}`)).toEqual([3])
      expect(await found(`published=false${within}`)).toEqual([2, 1, 0])
    }
    expect((await list('?sort=title&order=asc&limit=1&offset=1', apiKey)).transcriptions[0]?.title).toBe('Éclair')
    expect(await findTextLanguages(userId)).toEqual(['de', 'en', 'eno'])
    const { apiKey: other } = await newUser()
    expect((await list('?sort=title', other)).total).toBe(0)
  })
})

const many = await newUser()
const platforms = ['youtube', 'x', 'podcast', 'vimeo'] as const
const made: { id: string; platform: string; seconds: number }[] = []
for (let index = 0; index < 23; index += 1) {
  const platform = platforms[index % platforms.length] ?? 'youtube'
  const totalMs = ((index * 7) % 11) * 10_000 + 20_000
  const { libraryItemId } = await storeTestTranscript(many.userId, { videoId: `Abc_${index}%`, platform, totalMs })
  made.push({ id: libraryItemId, platform, seconds: totalMs / 1000 })
}
const ids = async (query: string) => (await list(query, many.apiKey)).transcriptions.map(({ id }) => id)
const newestFirst = made.map(({ id }) => id).reverse()

describe('filters, sorts and pages', () => {
  test('pages put together are the whole, from either end', async () => {
    for (const order of ['asc', 'desc']) {
      const pages: string[] = []
      for (let offset = 0; offset < 25; offset += 5)
        pages.push(...(await ids(`?limit=5&offset=${offset}&order=${order}`)))
      expect(pages).toEqual(order === 'desc' ? newestFirst : [...newestFirst].reverse())
    }
    expect(await ids('?offset=1000000000')).toEqual([])
    expect(await ids('?offset=22')).toHaveLength(1)
  })

  test('a platform’s pages are in order, too', async () => {
    const mine = made.filter(({ platform }) => platform === 'podcast').map(({ id }) => id)
    expect([...(await ids('?platform=podcast&limit=4')), ...(await ids('?platform=podcast&limit=4&offset=4'))]).toEqual(
      mine.reverse(),
    )
    expect((await list('?platform=podcast&limit=1', many.apiKey)).total).toBe(mine.length)
    expect((await list('?state=done&limit=1', many.apiKey)).total).toBe(23)
  })

  test.each(['duration_seconds', 'total_seconds'])('sorted by %s, equal ones keep their order', async (sort) => {
    const sorted = [...made].sort((a, b) => a.seconds - b.seconds || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
    expect(await ids(`?sort=${sort}&order=asc&limit=100`)).toEqual(sorted)
    expect(await ids(`?sort=${sort}&state=done&limit=100`)).toEqual(sorted.reverse())
  })

  test('q is a part of the id in either case, and never a pattern', async () => {
    expect((await list('?q=aBC_1', many.apiKey)).total).toBe(11)
    expect((await list('?q=%25', many.apiKey)).total).toBe(23)
    expect((await list('?q=Abc%2522', many.apiKey)).total).toBe(0)
    expect((await list('?q=_2&platform=podcast', many.apiKey)).transcriptions).toHaveLength(2)
    expect((await list('?q=&limit=1', many.apiKey)).total).toBe(23)
    const page = await list('?q=Abc&limit=2&offset=22', many.apiKey)
    expect([page.total, page.transcriptions.length]).toEqual([23, 1])
    expect((await list('?q=Abc&offset=500', many.apiKey)).total).toBe(23)
  })

  test('counts stay right when they are folded', async () => {
    await mergeTallyChanges()
    expect((await list('', many.apiKey)).total).toBe(23)
    await db().libraryItem.delete({ where: { id: newestFirst[0] ?? '' } })
    expect((await list('', many.apiKey)).total).toBe(22)
    await Promise.all([mergeTallyChanges(), mergeTallyChanges()])
    expect((await list('', many.apiKey)).total).toBe(22)
  })

  test.each([
    ['limit=0', 'greater_than_equal'],
    ['limit=101', 'less_than_equal'],
    ['offset=-1', 'greater_than_equal'],
    ['limit=abc', 'int_parsing'],
    ['platform=myspace', 'enum'],
    ['state=queued', 'enum'],
    ['sort=name', 'enum'],
    ['source=radio', 'enum'],
    ['created_after=yesterday', 'datetime_from_date_parsing'],
    ['created_after=2026-02-30', 'datetime_from_date_parsing'],
    ['created_before=2025-02-29', 'datetime_from_date_parsing'],
    ['created_before=2026-13-01', 'datetime_from_date_parsing'],
    ['order=up', 'enum'],
    [`search=${'a'.repeat(201)}`, 'string_too_long'],
  ])('%s is refused', async (query, type) => {
    const answer = await service.call('GET', `/v1/me/transcriptions?${query}`, { key: many.apiKey })
    expect([answer.status, (answer.body as { detail: { type: string }[] }).detail[0]?.type]).toEqual([422, type])
  })

  test('a deleted account leaves no count behind', async () => {
    await db().user.delete({ where: { id: many.userId } })
    const left = [
      await db().libraryItemTally.count({ where: { userId: many.userId } }),
      await db().libraryItemTallyChange.count({ where: { userId: many.userId } }),
    ]
    expect(left).toEqual([0, 0])
  })
})

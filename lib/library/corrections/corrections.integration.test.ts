import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { carryOverCorrections } from '@/lib/archive/corrections/carry-over-corrections'
import { storeTranscript } from '@/lib/archive/transcripts/store-transcript'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import type { Published } from '@/lib/publishing/contract'
import { newUser, upload, useService } from '@/test/service'
import { segmentsOf, storeTestTranscript } from '@/test/store-transcript'
import type { TranscriptionList } from '../contract'
import type { CorrectedTranscription, Replaced, RevisionList } from './contract'

const service = await useService()
let made = 0

const LINES = ['The marmit sleeps.', 'It dreams of snow.', 'Spring is far away.']

/** A user with a transcript of a video, which several may have. */
async function keep({ videoId = '', ...options }: { videoId?: string; coveredMs?: number; totalMs?: number } = {}) {
  made += 1
  const user = await newUser()
  const id = videoId || `corrected${String(made).padStart(2, '0')}`
  const stored = await storeTestTranscript(user.userId, { videoId: id, title: 'Film', lines: LINES, ...options })
  return { ...user, ...stored, key: user.apiKey, id: stored.libraryItemId, videoId: id }
}

type Kept = Awaited<ReturnType<typeof keep>>

const read = async ({ key, id }: Pick<Kept, 'key' | 'id'>, query = '') =>
  service.call('GET', `/v1/me/transcriptions/${id}${query}`, { key })

async function texts(kept: Pick<Kept, 'key' | 'id'>): Promise<string[]> {
  return ((await read(kept)).body as Transcript).segments?.map(({ text }) => text) ?? []
}

const etagOf = async (kept: Pick<Kept, 'key' | 'id'>) => (await read(kept)).headers.get('etag') ?? ''

async function edit({ key, id }: Pick<Kept, 'key' | 'id'>, edits: unknown[], etag?: string) {
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag }
  return service.call('PATCH', `/v1/me/transcriptions/${id}/segments`, { key, body: { edits }, headers })
}

/** Replaces the text of a segment of the text as it is. */
const setText = async (kept: Pick<Kept, 'key' | 'id'>, index: number, text: string) =>
  edit(kept, [{ index, segments: [{ text }] }], await etagOf(kept))

async function find({ key }: Pick<Kept, 'key'>, search: string): Promise<string[]> {
  const { body } = await service.call('GET', `/v1/me/transcriptions?search=${encodeURIComponent(search)}`, { key })
  return (body as TranscriptionList).transcriptions.map(({ id }) => id)
}

async function revisions({ key, id }: Pick<Kept, 'key' | 'id'>): Promise<RevisionList> {
  return (await service.call('GET', `/v1/me/transcriptions/${id}/revisions`, { key })).body
}

const restore = ({ key, id }: Pick<Kept, 'key' | 'id'>, number: number) =>
  service.call('POST', `/v1/me/transcriptions/${id}/revisions/${number}/restore`, { key })

const storedText = (id: string) => db().transcript.findUniqueOrThrow({ where: { id } })

describe('a correction', () => {
  test('changes the text of the user who makes it, not the text of other users or the stored one', async () => {
    const mine = await keep()
    const theirs = await keep({ videoId: mine.videoId })
    expect(theirs.transcriptId).toBe(mine.transcriptId)
    const before = await storedText(mine.transcriptId)

    const answer = await setText(mine, 0, 'The marmot sleeps.')
    expect(answer.status).toBe(200)
    const outcome = answer.body as CorrectedTranscription
    expect(outcome).toMatchObject({
      revision: 1,
      count: 1,
      places: 1,
      changed: [{ index: 0, deleted: 1, segments: [{ start: 0, end: 4, text: 'The marmot sleeps.' }] }],
    })
    expect(answer.headers.get('etag')).toBe(outcome.etag)
    expect(await texts(mine)).toEqual(['The marmot sleeps.', ...LINES.slice(1)])
    expect(await texts(theirs)).toEqual(LINES)
    expect(await storedText(mine.transcriptId)).toEqual(before)
  })

  test('is in every format, and the words of search follow it', async () => {
    const kept = await keep()
    await setText(kept, 0, 'The groundhog sleeps.')
    for (const format of ['text', 'srt', 'vtt', 'markdown']) {
      const { content } = (await read(kept, `?format=${format}`)).body as Transcript
      expect(content).toContain('groundhog')
      expect(content).not.toContain('marmit')
    }
    expect(await find(kept, 'groundhog')).toEqual([kept.id])
    expect(await find(kept, 'marmit')).toEqual([])
    expect(await find(kept, 'film snow')).toEqual([kept.id])
  })

  test('is given to its user when the same link is requested again, in any language that leads to it, at no cost', async () => {
    const kept = await keep()
    await setText(kept, 0, 'The marmot sleeps.')
    const url = `https://www.youtube.com/watch?v=${kept.videoId}`
    const again = await service.call('POST', '/v1/transcript', { key: kept.key, body: { url } })
    expect(again).toMatchObject({ status: 200, body: { id: kept.id, cached: true } })
    expect((again.body as Transcript).segments?.[0]?.text).toBe('The marmot sleeps.')
    // A language that has led to the stored text for another user.
    await db().transcript.update({ where: { id: kept.transcriptId }, data: { alsoRequested: ['en-GB'] } })
    const other = await service.call('POST', '/v1/transcript', { key: kept.key, body: { url, lang: 'en-GB' } })
    expect(other).toMatchObject({ status: 200, body: { id: kept.id } })
    expect((other.body as Transcript).segments?.[0]?.text).toBe('The marmot sleeps.')
    expect((await find(kept, 'snow')).length).toBe(1)
    const stranger = await newUser()
    const first = await service.call('POST', '/v1/transcript', { key: stranger.apiKey, body: { url } })
    expect((first.body as Transcript).segments?.[0]?.text).toBe('The marmit sleeps.')
  })

  test('is shown by the public page, whose entity tag changes with each one', async () => {
    const kept = await keep()
    const { body } = await service.call('POST', `/v1/me/transcriptions/${kept.id}/publish`, { key: kept.key })
    const page = `/v1/public/${(body as Published).slug}`
    const tags = [(await service.call('GET', page)).headers.get('etag')]
    for (const text of ['The marmot sleeps.', 'The marmot sleeps well.']) {
      await setText(kept, 0, text)
      const shown = await service.call('GET', page)
      expect((shown.body as Transcript).segments?.[0]?.text).toBe(text)
      tags.push(shown.headers.get('etag'))
    }
    expect(new Set(tags).size).toBe(3)
    expect(((await service.call('GET', `${page}?format=srt`)).body as Transcript).content).toContain('sleeps well')
  })

  test('that changes nothing makes no revision and no copy', async () => {
    const kept = await keep()
    const answer = await setText(kept, 0, LINES[0] ?? '')
    expect(answer.body).toMatchObject({ revision: 0, places: 0, changed: [] })
    expect(await db().transcript.count({ where: { mediaId: kept.mediaId } })).toBe(1)
  })

  test('in a text made of parts splits, joins, adds and deletes segments as one revision', async () => {
    const kept = await keep()
    const etag = await etagOf(kept)
    const answer = await edit(
      kept,
      [
        { index: 0, segments: [{ text: 'The marmit' }, { text: 'sleeps.', start: 2 }] },
        { index: 1, delete: 2, segments: [{ text: 'It dreams of snow. Spring is far away.' }] },
        { index: 3, delete: 0, segments: [{ text: 'The end.', start: 12, end: 12 }] },
      ],
      etag,
    )
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'invalid_edit', loc: ['body', 'edits[2].segments[0]'] }] },
    })
    expect(await texts(kept)).toEqual(LINES)
    const second = await edit(
      kept,
      [
        { index: 0, segments: [{ text: 'The marmit' }, { text: 'sleeps.', start: 2 }] },
        { index: 1, delete: 2, segments: [{ text: 'It dreams of snow. Spring is far away.', end: 11 }] },
      ],
      etag,
    )
    expect(second).toMatchObject({ status: 200, body: { revision: 1, count: 2 } })
    const { segments } = (await read(kept)).body as Transcript
    expect(segments).toEqual([
      { start: 0, end: 2, duration: 2, text: 'The marmit' },
      { start: 2, end: 4, duration: 2, text: 'sleeps.' },
      { start: 4, end: 11, duration: 7, text: 'It dreams of snow. Spring is far away.' },
    ])
  })

  test('is refused for the transcripts of others, for tokens that may only read, and without a version', async () => {
    const kept = await keep()
    const stranger = await newUser()
    const other = { key: stranger.apiKey, id: kept.id }
    expect((await edit(other, [{ index: 0 }], '*')).status).toBe(404)
    expect((await service.call('GET', `/v1/me/transcriptions/${kept.id}/revisions`, { key: other.key })).status).toBe(
      404,
    )
    expect((await restore(other, 0)).status).toBe(404)
    const missing = await edit(kept, [{ index: 0 }])
    expect(missing.status).toBe(422)
    expect(missing.text).toContain('if-match')
    expect(await texts(kept)).toEqual(LINES)
  })
})

describe('two editors', () => {
  test('in turn lose nothing: the second gets a conflict and repeats the edit', async () => {
    const kept = await keep()
    const etag = await etagOf(kept)
    const first = await edit(kept, [{ index: 0, segments: [{ text: 'The marmot sleeps.' }] }], etag)
    const second = await edit(kept, [{ index: 1, segments: [{ text: 'It dreams of rain.' }] }], etag)
    const { etag: current } = first.body as CorrectedTranscription
    expect(second).toMatchObject({
      status: 412,
      body: { code: 'edit_conflict', context: { etag: current, revision: 1 } },
    })
    expect(await texts(kept)).toEqual(['The marmot sleeps.', ...LINES.slice(1)])
    const again = await edit(kept, [{ index: 1, segments: [{ text: 'It dreams of rain.' }] }], current)
    expect(again.body).toMatchObject({ revision: 2 })
    expect(await texts(kept)).toEqual(['The marmot sleeps.', 'It dreams of rain.', LINES[2]])
  })

  test('at the same time: one edit is saved, and the others get the conflict', async () => {
    const kept = await keep()
    const etag = await etagOf(kept)
    const answers = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((index) => edit(kept, [{ index, segments: [{ text: `Line ${index}.` }] }], etag)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
    expect((await revisions(kept)).total).toBe(1)
    expect((await texts(kept)).filter((text) => text.startsWith('Line'))).toHaveLength(1)
  })
})

describe('reading', () => {
  test('answers 304 to a client that has the text, until the text, its title or the format changes', async () => {
    const kept = await keep()
    const again = async (etag: string, query = '') => {
      const path = `/v1/me/transcriptions/${kept.id}${query}`
      return (await service.call('GET', path, { key: kept.key, headers: { 'if-none-match': etag } })).status
    }
    const etag = await etagOf(kept)
    expect(etag).toMatch(/^"[\w-]+\.[\w-]+"$/)
    expect(await again(etag)).toBe(304)
    expect(await again(etag, '?format=srt')).toBe(200)
    await service.call('PATCH', `/v1/me/transcriptions/${kept.id}`, { key: kept.key, body: { title: 'Mine' } })
    expect(await again(etag)).toBe(200)
    const renamed = await etagOf(kept)
    expect(renamed.split('.')[0]).toBe(etag.split('.')[0])
    expect((await edit(kept, [{ index: 0, segments: [{ text: 'New.' }] }], etag)).status).toBe(200)
    expect(await again(renamed)).toBe(200)
  })
})

describe('revisions', () => {
  test('tell what was done with the texts before and after, the last one first, a page at a time', async () => {
    const kept = await keep()
    await setText(kept, 0, 'The marmot sleeps.')
    await setText(kept, 2, 'Spring is near.')
    const list = await revisions(kept)
    expect(list).toMatchObject({
      total: 2,
      revisions: [
        { number: 2, kind: 'edit', changes: [{ start: 8, before: LINES[2], after: 'Spring is near.' }] },
        { number: 1, kind: 'edit', changes: [{ start: 0, before: LINES[0], after: 'The marmot sleeps.' }] },
      ],
    })
    const path = `/v1/me/transcriptions/${kept.id}/revisions?limit=1&offset=1`
    const page = (await service.call('GET', path, { key: kept.key })).body as RevisionList
    expect(page.revisions.map(({ number }) => number)).toEqual([1])
  })

  test('are restored exactly, as new revisions, and so is the original', async () => {
    const kept = await keep()
    const original = (await read(kept)).body as Transcript
    await setText(kept, 0, 'The marmot sleeps.')
    const first = (await read(kept)).body as Transcript
    await edit(kept, [{ index: 0, delete: 3, segments: [{ text: 'All gone.' }] }], await etagOf(kept))
    expect((await restore(kept, 1)).body).toMatchObject({ revision: 3 })
    expect((await read(kept)).body).toEqual(first)
    expect((await restore(kept, 0)).body).toMatchObject({ revision: 4 })
    expect((await read(kept)).body).toEqual(original)
    expect((await restore(kept, 2)).body).toMatchObject({ revision: 5 })
    expect(await texts(kept)).toEqual(['All gone.'])
    expect((await restore(kept, 6)).status).toBe(404)
    expect((await revisions(kept)).revisions.map(({ kind }) => kind)).toEqual([
      'restore',
      'restore',
      'restore',
      'edit',
      'edit',
    ])
  })
})

describe('a part of a text', () => {
  test('stays a part with its corrections, and has the rest after them when it is bought', async () => {
    const kept = await keep({ coveredMs: 8000, totalMs: 12_000 })
    expect(await texts(kept)).toEqual(LINES.slice(0, 2))
    await setText(kept, 0, 'The marmot sleeps.')
    expect(await texts(kept)).toEqual(['The marmot sleeps.', LINES[1]])
    expect(await find(kept, 'marmot')).toEqual([kept.id])
    expect(await find(kept, 'spring')).toEqual([])
    expect((await edit(kept, [{ index: 2, segments: [{ text: 'Mine?' }] }], '*')).status).toBe(422)
    const late = { text: 'Late.', start: 8 }
    expect((await edit(kept, [{ index: 2, delete: 0, segments: [late] }], '*')).status).toBe(422)
    const url = `https://www.youtube.com/watch?v=${kept.videoId}`
    const whole = await service.call('POST', '/v1/transcript', { key: kept.key, body: { url } })
    expect(whole).toMatchObject({ status: 200, body: { id: kept.id, complete: true } })
    expect(await texts(kept)).toEqual(['The marmot sleeps.', LINES[1], LINES[2]])
    expect(await find(kept, 'spring marmot')).toEqual([kept.id])
  })
})

describe('a text that is stored anew', () => {
  /** The work of a job that continues a part, or makes the text again. */
  const store = async ({ mediaId }: Kept, lines: readonly string[]) => {
    const segments = segmentsOf(lines)
    const length = { coveredMs: segments.length * 4000, totalMs: segments.length * 4000, complete: true }
    const made = { lang: 'en', source: 'captions' as const, engine: null, availableLangs: ['en'], warnings: [] }
    await db().$transaction((tx) => storeTranscript(tx, { mediaId, requestedLang: 'en', segments, ...made, ...length }))
  }

  test('has the corrections and the new words, and its search words follow', async () => {
    const kept = await keep()
    await edit(
      kept,
      [
        { index: 0, segments: [{ text: 'The marmot' }, { text: 'sleeps.' }] },
        { index: 2, segments: [] },
      ],
      await etagOf(kept),
    )
    await store(kept, [...LINES.slice(0, 2), 'Spring is quite near.', 'It wakes up.'])
    expect(await carryOverCorrections(kept.transcriptId)).toBe(1)
    expect(await texts(kept)).toEqual(['The marmot', 'sleeps.', LINES[1], 'Spring is quite near.', 'It wakes up.'])
    expect((await read(kept)).body).toMatchObject({ duration_seconds: 16, total_seconds: 16, complete: true })
    expect(await find(kept, 'wakes marmot')).toEqual([kept.id])
    const [latest] = (await revisions(kept)).revisions
    expect(latest).toMatchObject({ number: 2, kind: 'retranscribe', unplaced: [{ before: LINES[2], after: '' }] })
    expect(await carryOverCorrections(kept.transcriptId)).toBe(0)

    await store(kept, [...LINES.slice(0, 2), 'Spring is quite near.', 'It wakes up, doesn’t it.'])
    expect(await carryOverCorrections(kept.transcriptId)).toBe(1)
    expect((await texts(kept)).slice(0, 2)).toEqual(['The marmot', 'sleeps.'])
    expect((await texts(kept)).at(-1)).toBe('It wakes up, doesn’t it.')
    await restore(kept, 0)
    expect(await texts(kept)).toEqual(LINES)
  })

  test('with the same words stays as it was corrected, without a revision', async () => {
    const kept = await keep()
    await setText(kept, 0, 'The marmot sleeps.')
    await store(kept, LINES)
    expect(await carryOverCorrections(kept.transcriptId)).toBe(1)
    expect(await texts(kept)).toEqual(['The marmot sleeps.', ...LINES.slice(1)])
    expect((await revisions(kept)).total).toBe(1)
  })
})

describe('speakers', () => {
  const patch = ({ key, id }: Pick<Kept, 'key' | 'id'>, body: unknown) =>
    service.call('PATCH', `/v1/me/transcriptions/${id}/speakers`, { key, body })

  test('are added, named, given to segments and merged, each time as a revision that can be undone', async () => {
    const kept = await keep()
    const added = await patch(kept, {
      speakers: [
        { id: 'S1', name: 'Ann' },
        { id: 'S2', name: null },
      ],
    })
    expect(added).toMatchObject({ status: 200, body: { revision: 1, places: 0 } })
    await edit(
      kept,
      [
        {
          index: 0,
          delete: 2,
          segments: [
            { text: LINES[0], speaker: 'S1' },
            { text: LINES[1], speaker: 'S2' },
          ],
        },
        { index: 2, segments: [{ text: LINES[2], speaker: 'S1' }] },
      ],
      await etagOf(kept),
    )
    expect(((await read(kept, '?format=srt')).body as Transcript).content).toContain('Speaker 2: It dreams')
    const merged = await patch(kept, { speakers: [{ id: 'S1', name: 'Anna' }], merge: [{ from: 'S2', into: 'S1' }] })
    expect(merged.body).toMatchObject({ revision: 3, places: 1 })
    const transcript = (await read(kept)).body as Transcript
    expect(transcript.speakers).toEqual([{ id: 'S1', name: 'Anna' }])
    expect(transcript.segments?.map(({ speaker }) => speaker)).toEqual(['S1', 'S1', 'S1'])
    await restore(kept, 2)
    const undone = (await read(kept)).body as Transcript
    expect(undone.speakers).toEqual([
      { id: 'S1', name: 'Ann' },
      { id: 'S2', name: null },
    ])
    expect(undone.segments?.map(({ speaker }) => speaker)).toEqual(['S1', 'S2', 'S1'])
  })

  test('that the transcript does not have are refused', async () => {
    const kept = await keep()
    for (const body of [
      { speakers: [{ id: 'S2', name: 'Bob' }] },
      { merge: [{ from: 'S1', into: 'S2' }] },
      { speakers: [{ id: 'S1', name: 'A' }], merge: [{ from: 'S1', into: 'S1' }] },
    ]) {
      expect(await patch(kept, body)).toMatchObject({ status: 422, body: { detail: [{ type: 'invalid_edit' }] } })
    }
  })
})

describe('find and replace', () => {
  const replace = async ({ key, id }: Pick<Kept, 'key' | 'id'>, body: unknown) =>
    service.call('POST', `/v1/me/transcriptions/${id}/replace`, { key, body })

  test('counts and shows on a dry run, then replaces everywhere as one revision', async () => {
    const kept = await keep()
    const dry = (await replace(kept, { find: 's', replace: 'z', dry_run: true })).body as Replaced
    expect(dry).toMatchObject({ revision: 0, count: 6 })
    expect(dry.preview[0]).toEqual({ start: 0, before: LINES[0], after: 'The marmit zleepz.' })
    expect(await texts(kept)).toEqual(LINES)
    const done = await replace(kept, { find: 'IS', replace: 'was', whole_words: true })
    expect(done.body).toMatchObject({ revision: 1, count: 1, places: 1 })
    expect(await texts(kept)).toEqual([LINES[0], LINES[1], 'Spring was far away.'])
    const none = await replace(kept, { find: 'IS', replace: 'x', case_sensitive: true })
    expect(none.body).toMatchObject({ revision: 1, count: 0 })
  })
})

describe('the vocabulary', () => {
  test('is its user’s own, and offers what is spelled otherwise without changing it', async () => {
    const kept = await keep()
    const put = await service.call('PUT', '/v1/me/vocabulary', {
      key: kept.key,
      body: { spellings: [{ to: ' marmot ', from: 'MARMIT' }, { to: 'ice', from: 'snows' }, { to: 'Verbatim' }] },
    })
    expect(put.status).toBe(200)
    const stored = [
      { to: 'marmot', from: 'MARMIT' },
      { to: 'ice', from: 'snows' },
      { to: 'Verbatim', from: null },
    ]
    expect((await service.call('GET', '/v1/me/vocabulary', { key: kept.key })).body).toEqual({ spellings: stored })
    const path = `/v1/me/transcriptions/${kept.id}/suggestions`
    expect((await service.call('GET', path, { key: kept.key })).body).toEqual({
      suggestions: [{ find: 'MARMIT', replace: 'marmot', count: 1, start: 0 }],
    })
    expect(await texts(kept)).toEqual(LINES)
    const stranger = await newUser()
    expect((await service.call('GET', '/v1/me/vocabulary', { key: stranger.apiKey })).body).toEqual({ spellings: [] })
    expect((await service.call('GET', path, { key: stranger.apiKey })).status).toBe(404)
  })
})

describe('the end of a corrected transcript', () => {
  const rows = async (mediaId: string) => ({
    texts: await db().transcript.count({ where: { mediaId } }),
    revisions: await db().revision.count({ where: { transcript: { mediaId } } }),
  })
  const remove = ({ key, id }: Kept, query = '') =>
    service.call('DELETE', `/v1/me/transcriptions/${id}${query}`, { key })

  test('in the trash keeps copy, original and revisions, and restoring brings them back', async () => {
    const kept = await keep()
    await setText(kept, 0, 'The marmot sleeps.')
    await remove(kept)
    expect(await rows(kept.mediaId)).toEqual({ texts: 2, revisions: 1 })
    expect((await read(kept)).status).toBe(404)
    await service.call('POST', `/v1/me/transcriptions/${kept.id}/restore`, { key: kept.key })
    expect(await texts(kept)).toEqual(['The marmot sleeps.', ...LINES.slice(1)])
    expect(await find(kept, 'marmot')).toEqual([kept.id])
    await restore(kept, 0)
    expect(await texts(kept)).toEqual(LINES)
  })

  test('in the trash gives way to the same link requested again, and both become one when it is restored', async () => {
    const kept = await keep()
    await setText(kept, 0, 'The marmot sleeps.')
    await remove(kept)
    const url = `https://www.youtube.com/watch?v=${kept.videoId}`
    const { body } = await service.call('POST', '/v1/transcript', { key: kept.key, body: { url } })
    const { id, segments } = body as Transcript
    expect(segments?.[0]?.text).toBe('The marmit sleeps.')
    await service.call('POST', `/v1/me/transcriptions/${kept.id}/restore`, { key: kept.key })
    expect(await texts({ key: kept.key, id })).toEqual(['The marmot sleeps.', ...LINES.slice(1)])
    expect(await texts(kept)).toEqual(['The marmot sleeps.', ...LINES.slice(1)])
  })

  test('deleted permanently leaves nothing, but for the text that another user has', async () => {
    const alone = await keep()
    await setText(alone, 0, 'The marmot sleeps.')
    await remove(alone, '?permanently=true')
    expect(await rows(alone.mediaId)).toEqual({ texts: 0, revisions: 0 })

    const mine = await keep()
    const theirs = await keep({ videoId: mine.videoId })
    await setText(mine, 0, 'The marmot sleeps.')
    await remove(mine, '?permanently=true')
    expect(await rows(mine.mediaId)).toEqual({ texts: 1, revisions: 0 })
    expect(await texts(theirs)).toEqual(LINES)
  })

  test('keeps the original for the copy when all other users have deleted it', async () => {
    const mine = await keep()
    const theirs = await keep({ videoId: mine.videoId })
    await setText(mine, 0, 'The marmot sleeps.')
    await remove(theirs, '?permanently=true')
    expect(await rows(mine.mediaId)).toEqual({ texts: 2, revisions: 1 })
  })

  test('with its account leaves nothing', async () => {
    const kept = await keep()
    await setText(kept, 0, 'The marmot sleeps.')
    const gone = await service.call('DELETE', '/v1/me', { key: kept.key, body: { email: kept.email } })
    expect(gone.status, gone.text).toBe(200)
    expect(await rows(kept.mediaId)).toEqual({ texts: 0, revisions: 0 })
  })
})

describe('a correction with a large result', () => {
  const LETTERS = 800
  const file = Array.from({ length: 600 }, (_, at) => {
    const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
    return `${at + 1}\n${time(at * 1000)} --> ${time(at * 1000 + 900)}\n${'a'.repeat(LETTERS)}\n`
  }).join('\n')

  test('is refused before it is made, as a dry run too, and the text stays', async () => {
    const { apiKey: key } = await newUser()
    const object = await upload(service, key, 'letters.srt', file)
    const made = await service.call('POST', '/v1/transcript', { key, body: { upload: object } })
    const path = `/v1/me/transcriptions/${(made.body as Transcript).id}`
    for (const dry_run of [true, false]) {
      const body = { find: 'a', replace: 'b'.repeat(200), dry_run }
      const answer = await service.call('POST', `${path}/replace`, { key, body })
      expect(answer).toMatchObject({ status: 413, body: { code: 'file_too_large', context: { max_bytes: 9_216_000 } } })
    }
    const { body } = await service.call('GET', path, { key })
    expect((body as Transcript).segments?.[0]?.text).toBe('a'.repeat(LETTERS))
    const smaller = await service.call('POST', `${path}/replace`, { key, body: { find: 'a', replace: 'bb' } })
    expect(smaller).toMatchObject({ status: 200, body: { count: 600 * LETTERS, places: 600 } })
  })

  test('for every spelling of a vocabulary is counted once for equal spellings, while other work is done', {
    tags: 'deep',
  }, async () => {
    const { apiKey: key } = await newUser()
    const object = await upload(service, key, 'letters.srt', file.replaceAll('aa', 'a '))
    const made = await service.call('POST', '/v1/transcript', { key, body: { upload: object } })
    const spellings = Array.from({ length: 200 }, (_, at) => ({ from: 'a '.repeat((at % 50) + 1).trim(), to: 'b' }))
    const kept = await service.call('PUT', '/v1/me/vocabulary', { key, body: { spellings } })
    expect((kept.body as { spellings: unknown[] }).spellings).toHaveLength(50)
    let turns = 0
    let isDone = false
    const count = async () => {
      for (; !isDone; turns++) await nextTurn()
    }
    const path = `/v1/me/transcriptions/${(made.body as Transcript).id}/suggestions`
    const counting = service.call('GET', path, { key }).finally(() => {
      isDone = true
    })
    const [{ body }] = await Promise.all([counting, count()])
    expect((body as { suggestions: unknown[] }).suggestions).toHaveLength(50)
    expect(turns).toBeGreaterThan(100)
  })
})

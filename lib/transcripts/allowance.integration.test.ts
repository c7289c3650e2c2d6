import { afterAll, describe, expect, test } from 'vitest'
import { saveMedia } from '@/lib/archive/media/save-media'
import { storeTranscript } from '@/lib/archive/transcripts/store-transcript'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { directLink } from '@/lib/sources/files/direct-link'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'

/** Captions of so many seconds, a word a second. */
function captions(seconds: number): string {
  const clock = (at: number) => new Date(at * 1000).toISOString().slice(11, 23)
  const cues = Array.from({ length: seconds }, (_, at) => `${clock(at)} --> ${clock(at + 1)}\nword${at}\n`)
  return `WEBVTT\n\n${cues.join('\n')}`
}

const origin = await startOrigin([
  ({ path }) => ({ headers: { 'content-type': 'text/vtt' }, body: captions(Number(/(\d+)\.vtt/.exec(path)?.[1])) }),
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())

const ask = (key: string, body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key, body })
const used = async (userId: string) => (await db().usagePeriod.findFirst({ where: { userId } }))?.usedSeconds

test('sixty concurrent requests of a user with 900 s left spend no second too many', { tags: 'deep' }, async () => {
  const { userId, apiKey } = await newUser('free')
  const links = Array.from({ length: 60 }, (_, index) => `http://media.example/many/${index}.vtt`)
  for (const link of links) {
    const media = await saveMedia(directLink(link), { kind: 'none' })
    await storeTranscript(db(), {
      mediaId: media.id,
      requestedLang: 'en',
      lang: 'en',
      source: 'captions',
      engine: null,
      availableLangs: [],
      segments: [{ startMs: 0, endMs: 32_000, text: 'half a minute' }],
      coveredMs: 32_000,
      totalMs: 32_000,
      complete: true,
      warnings: [],
    })
  }
  /** On a busy machine some responses say that the database is busy, and to ask again. */
  const status = async (url: string): Promise<number> => {
    const answer = await ask(apiKey, { url })
    return answer.status === 503 ? status(url) : answer.status
  }
  const statuses = await Promise.all(links.map(status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(28)
  expect(statuses.filter((status) => status === 402)).toHaveLength(32)
  expect(await used(userId)).toBe(896)
})

describe('a recording longer than what is left', () => {
  test('is refused with the numbers, and nothing is charged', async () => {
    const { userId, apiKey } = await newUser('free')
    const answer = await ask(apiKey, { url: 'http://media.example/a/1000.vtt' })
    expect([answer.status, answer.body]).toMatchObject([
      402,
      { code: 'allowance_exceeded', context: { required_seconds: 1_000, remaining_seconds: 900, limit_seconds: 900 } },
    ])
    expect((await used(userId)) ?? 0).toBe(0)
  })

  test('is given as far as it reaches where a part will do, and the rest later for its rest', async () => {
    const { userId, apiKey } = await newUser('free')
    const body = { url: 'http://media.example/b/1000.vtt', allow_partial: true }
    const part: Transcript = (await ask(apiKey, body)).body
    expect(part).toMatchObject({
      duration_seconds: 900,
      total_seconds: 1_000,
      complete: false,
      warnings: [
        { code: 'language_unknown' },
        { code: 'partial', detail: expect.stringContaining('15 min of 17 min') },
      ],
    })
    expect([part.segments?.length, part.text?.endsWith('word899')]).toEqual([900, true])

    const again: Transcript = (await ask(apiKey, { ...body, format: 'text' })).body
    expect(again).toMatchObject({ duration_seconds: 900, complete: false })
    expect(again.content).not.toContain('word900')
    const whole = await ask(apiKey, { url: body.url })
    expect([whole.status, whole.body]).toMatchObject([
      402,
      { context: { required_seconds: 100, remaining_seconds: 0 } },
    ])

    await db().user.update({ where: { id: userId }, data: { grantedTier: 'pro' } })
    expect((await ask(apiKey, { url: body.url })).body).toMatchObject({
      duration_seconds: 1_000,
      complete: true,
      warnings: [{ code: 'language_unknown' }],
    })
    expect(await used(userId)).toBe(1_000)
    await ask(apiKey, body)
    expect(await used(userId)).toBe(1_000)
  })

  test('with nothing left at all is refused even where a part would do', async () => {
    const { apiKey } = await newUser('free')
    expect((await ask(apiKey, { url: 'http://media.example/c/900.vtt' })).status).toBe(200)
    const answer = await ask(apiKey, { url: 'http://media.example/d/5.vtt', allow_partial: true })
    expect([answer.status, answer.body]).toMatchObject([402, { code: 'allowance_exceeded' }])
  })
})

import { afterAll, expect, test } from 'vitest'
import { INLINE_CAPTION_BYTES } from '@/lib/archive/texts/text-limits'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import type { TranscriptionList } from '@/lib/library/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { newUser, upload, useService } from '@/test/service'

const ARROW = '00:00:04,000 --> 00:00:06,000'

/** Captions of three cues, the second of which has a broken time line. */
function damaged(lastWords = 'The end.'): string {
  const cues = ['00:00:01,000 --> 00:00:03,000\nIt begins.', `${ARROW.replace('04', 'O4')}\nNobody reads this.`]
  return [...cues, `00:00:07,000 --> 00:00:09,000\n${lastWords}`].join('\n\n')
}

const sentence = 'These are words that fill a caption file up. '
const files: Record<string, string> = {
  '/small.srt': damaged(),
  '/large.srt': damaged(sentence.repeat(Math.ceil(INLINE_CAPTION_BYTES / sentence.length))),
}
const origin = await startOrigin([
  ({ host, path }) => {
    const body = files[path]
    return host === 'media.example' && body !== undefined
      ? { headers: { 'content-type': 'text/plain' }, body }
      : undefined
  },
])
afterAll(() => origin.close())

const service = await useService({ EGRESS_PROXY_URL: origin.proxyUrl })
const { apiKey: key, userId } = await newUser()
const ask = (body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key, body })

test.each([
  ['an upload', async () => ({ upload: await upload(service, key, 'talk.srt', damaged()) })],
  ['a link', async () => ({ url: 'http://media.example/small.srt' })],
  ['a link to captions that a worker thread parses', async () => ({ url: 'http://media.example/large.srt' })],
])(
  '%s with an unreadable caption is incomplete, with a warning, and is delivered again as it is',
  async (_, source) => {
    const body = await source()
    const first = await ask(body)
    expect(first.status).toBe(200)
    const expected = {
      complete: false,
      duration_seconds: 9,
      total_seconds: 9,
      warnings: [
        {
          code: 'captions_damaged',
          detail:
            '1 caption could not be read, so its words are missing. It is after the one at 00:00:01.000 in the caption file.',
        },
      ],
    }
    expect(first.body).toMatchObject({ ...expected, cached: false })
    const { id } = first.body as Transcript

    const again = await ask({ ...body, format: 'srt' })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ ...expected, cached: true, id })
    expect((again.body as Transcript).content).toContain('It begins.')
    const { mediaId } = await db().libraryItem.findUniqueOrThrow({ where: { id } })
    expect(await db().usageCharge.count({ where: { userId, mediaId } })).toBe(1)
    expect(await db().job.count()).toBe(0)
    const list = (await service.call('GET', '/v1/me/transcriptions', { key })).body as TranscriptionList
    const listed = list.transcriptions.find((item) => item.id === id)
    expect(listed).toMatchObject({ status: 'done', complete: false, duration_seconds: 9 })
  },
)

test('a damaged text is replaced by the whole one once the source has it', async () => {
  files['/corrected.srt'] = damaged()
  const url = 'http://media.example/corrected.srt'
  expect((await ask({ url })).body).toMatchObject({ complete: false })
  files['/corrected.srt'] = damaged().replace('O4', '04')
  expect((await ask({ url, lang: 'auto' })).body).toMatchObject({ complete: true })
  expect((await ask({ url })).body).toMatchObject({ complete: true })
})

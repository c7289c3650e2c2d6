import { afterAll, expect, test } from 'vitest'
import { MAX_PAGE_CHARACTERS } from '@/lib/captions/layout/pages'
import { FORMATS, type Format, type Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { connectClient } from '@/test/mcp/connect-client'
import { useConnector } from '@/test/mcp/use-connector'
import { newUser, upload } from '@/test/service'
import type { TranscriptPage } from './transcript-page'
import { transcriptResultSchema } from './transcript-result'

const { service, url } = await useConnector()
const user = await newUser('ultra')
const { callTool, close } = await connectClient('SDK 1.32', url, user.apiKey)
afterAll(close)

/** The cue that is longer than a page. */
const GIANT_CUE = 500

const clock = (s: number) => new Date(s * 1000).toISOString().slice(11, 23)

/** A caption file with a cue every four seconds, no two of the same words. */
function captionFile(cues: number): string {
  const giant = Array.from({ length: 9000 }, (_, n) => `giant${n}`).join(' ')
  const text = (n: number) =>
    n === GIANT_CUE ? giant : `Said ${n}: “quoted” & <b>bold</b> 漢字${n} 😀 and so on ${n * 7}.`
  const blocks = Array.from({ length: cues }, (_, n) => `${clock(n * 4)} --> ${clock(n * 4 + 3.5)}\n${text(n)}\n`)
  return `WEBVTT\n\n${blocks.join('\n')}`
}

const long = await upload(service, user.apiKey, 'long.vtt', captionFile(2500))

async function readPages(format: Format): Promise<TranscriptPage[]> {
  const pages: TranscriptPage[] = []
  let args: Record<string, unknown> = { upload: long, format }
  for (;;) {
    const result = await callTool('get_transcript', args)
    const { transcript } = transcriptResultSchema.parse(result.structuredContent)
    if (!transcript) throw new Error(`there is no transcript: ${JSON.stringify(result)}`)
    for (const { text } of result.content) expect(text?.length).toBeLessThanOrEqual(MAX_PAGE_CHARACTERS)
    pages.push(transcript)
    if (transcript.next_cursor === null) return pages
    args = { cursor: transcript.next_cursor }
  }
}

async function whole(format: Format): Promise<Transcript> {
  return (await service.call('POST', '/v1/transcript', { key: user.apiKey, body: { upload: long, format } })).body
}

test.each(FORMATS)(
  'pages of %s put together are the whole, with no word lost or doubled',
  { tags: 'deep' },
  async (format) => {
    const pages = await readPages(format)
    expect(pages.length).toBeGreaterThan(3)
    const transcript = await whole(format)
    if (format === 'json') {
      const segments = pages.flatMap((page) => page.segments ?? [])
      const words = (texts: string[] | undefined) => texts?.join(' ').split(/\s+/)
      expect(words(segments.map(({ text }) => text))).toEqual(words(transcript.segments?.map(({ text }) => text)))
      const short = (all: { start: number; end: number; text: string }[] = []) =>
        all.filter(({ start }) => start !== GIANT_CUE * 4).map(({ start, end, text }) => ({ start, end, text }))
      expect(short(segments)).toEqual(short(transcript.segments))
    } else {
      expect(pages.map(({ content }) => content).join('')).toBe(transcript.content)
    }
    for (const page of pages) expect(page.id).toBe(pages[0]?.id)
  },
)

test('pages cost no more than the whole', { tags: 'deep' }, async () => {
  await whole('text')
  const before = await db().usagePeriod.findMany({ where: { userId: user.userId } })
  await readPages('text')
  expect(await db().usagePeriod.findMany({ where: { userId: user.userId } })).toEqual(before)
})

test('a cursor that was made to point beyond the end gives nothing, and that it was the last', async () => {
  const [first] = await readPages('text')
  const cursor = first?.next_cursor?.replace(/\.\d+\./, '.999999999.')
  const { transcript } = transcriptResultSchema.parse((await callTool('get_transcript', { cursor })).structuredContent)
  expect(transcript).toMatchObject({ content: '', next_cursor: null })
})

test('a cursor of another account, or of a text that has changed, is refused', async () => {
  const [first] = await readPages('text')
  const cursor = first?.next_cursor
  const stranger = await connectClient('SDK 1.32', url, (await newUser()).apiKey)
  const refused = await stranger.callTool('get_transcript', { cursor })
  await stranger.close()
  expect([refused.isError, refused.content[0]?.text]).toEqual([true, expect.stringContaining('code: not_found')])
  await db().transcript.updateMany({ data: { segments: [[0, 1000, 'Made anew.']] } })
  const changed = await callTool('get_transcript', { cursor })
  expect([changed.isError, changed.content[0]?.text]).toEqual([true, expect.stringContaining('has changed since')])
})

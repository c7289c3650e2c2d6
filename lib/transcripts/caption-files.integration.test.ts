import iconv from 'iconv-lite'
import { afterAll, expect, test } from 'vitest'
import { READ_FORMATS } from '@/lib/captions/formats/formats'
import { SAMPLES } from '@/lib/captions/testing/samples'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { startOrigin } from '@/test/origin/start-origin'
import { newUser, upload, useService } from '@/test/service'

const EMPTY = 'WEBVTT\n\nNOTE nothing was said\n'
const UNREADABLE = 'WEBVTT\n\n00:O1.000 --> 00:O2.000\nLost.\n'
const READABLE = 'WEBVTT\n\n00:00:01,5 --> 0:02\nI <3 you\n'
const FILMS = 'This film is about a very long night.'

const THANKS = iconv.encode('1\n00:00:01,000 --> 00:00:02,000\nAčiū!\n', 'windows-1257')

const files: Record<string, string | Uint8Array<ArrayBuffer>> = {
  '/empty.vtt': EMPTY,
  '/unreadable.vtt': UNREADABLE,
  '/times.vtt': READABLE,
  '/thanks.srt': new Uint8Array(THANKS),
  ...Object.fromEntries(READ_FORMATS.map(({ id, endings }) => [`/${id}.${endings[0]}`, SAMPLES[id].document])),
}
const origin = await startOrigin([
  ({ host, path }) =>
    host === 'media.example' && files[path] !== undefined
      ? { headers: { 'content-type': 'text/vtt' }, body: files[path] }
      : undefined,
])
afterAll(() => origin.close())

const service = await useService({ EGRESS_PROXY_URL: origin.proxyUrl })
const { apiKey: key, userId } = await newUser()
const ask = (body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key, body })

/** The file as an upload and behind a link. */
async function bothWays(name: string): Promise<Record<string, string>[]> {
  return [
    { upload: await upload(service, key, name, files[`/${name}`] ?? '') },
    { url: `http://media.example/${name}` },
  ]
}

test('an empty caption file is an empty transcript with a warning, and costs nothing', async () => {
  for (const source of await bothWays('empty.vtt')) {
    const { status, body } = await ask({ ...source, lang: 'auto' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ segments: [], complete: true, warnings: [{ code: 'captions_empty' }] })
  }
  const charged = await db().usageCharge.aggregate({ where: { userId }, _sum: { seconds: true } })
  expect(charged._sum.seconds ?? 0).toBe(0)
})

test('a caption file none of whose captions can be read is refused by the name of its format', async () => {
  for (const source of await bothWays('unreadable.vtt')) {
    const { status, body } = await ask(source)
    expect(status).toBe(415)
    expect(body).toMatchObject({ code: 'invalid_media', detail: expect.stringContaining('This is a WebVTT file') })
  }
})

test('a WebVTT file with times and text beside the standard is read', async () => {
  for (const source of await bothWays('times.vtt')) {
    const { body } = await ask({ ...source, lang: 'auto' })
    expect(body).toMatchObject({ segments: [{ start: 1.5, end: 2, text: 'I <3 you' }], warnings: [] })
  }
})

test('one sign of windows-1252 in an English file is read, with a warning about the charset', async () => {
  const cue = (index: number, text: string) => `${index}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${text}\n\n`
  const bytes = iconv.encode(`${cue(1, FILMS)}${cue(2, '© the authors, 2019')}`, 'windows-1252')
  const { body } = await ask({ upload: await upload(service, key, 'film.srt', new Uint8Array(bytes)) })
  expect(body).toMatchObject({
    segments: [{ text: FILMS }, { text: '© the authors, 2019' }],
    warnings: [{ code: 'charset_guessed', detail: expect.stringContaining('windows-1252') }],
  })
})

test('a file that is too short to show its charset is read by the language of the request', async () => {
  for (const source of await bothWays('thanks.srt')) {
    const warnings = expect.arrayContaining([expect.objectContaining({ code: 'charset_guessed' })])
    expect((await ask(source)).body).toMatchObject({ segments: [{ text: 'Aèiû!' }], warnings })
    expect((await ask({ ...source, lang: 'lt' })).body).toMatchObject({ segments: [{ text: 'Ačiū!' }], warnings })
  }
})

const TIMES = '00:00:01,000 --> 00:00:02,000'
const COUNTED = `-2\n${TIMES}\nOne.\n\n#3\n00:00:03,000 --> 00:00:04,000\nTwo.\n`
const tt = (paragraphs: string) =>
  `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><body>${paragraphs}</body></tt>`

test.each<[string, string | Uint8Array<ArrayBuffer>, string[]]>([
  [
    'TTML with a sign and a tag that is not closed',
    tt('<p begin="1s" end="2s">I <3 you<br>x</p><p begin="3s" end="4s">Two.</p>'),
    ['I <3 you x', 'Two.'],
  ],
  [
    'TTML with what is not shown',
    tt('<p begin="1s" end="2s" tts:display="none">No.</p><p begin="3s" end="4s">Two.</p>'),
    ['Two.'],
  ],
  ['SRT in UTF-32 with counters with signs', new Uint8Array(iconv.encode(COUNTED, 'utf-32le')), ['One.', 'Two.']],
  ['SRT with escaped arrows', COUNTED.replaceAll('>', '&gt;'), ['One.', 'Two.']],
  ['WebVTT with numbers alone', 'WEBVTT\n\n00:01.0 --> 0:02\nCount:\n\n3\n\n2\n', ['Count: 3 2']],
  [
    'ASS with indented and continued lines',
    '  [Events]\n  Dialogue: 0,-0:00:01.00,0:00:02.00,D,,0,0,0,,One\nmore.\n',
    ['One more.'],
  ],
  ['LRC without fractions', '[00:01]One.\n[00:03]Two.\n', ['One.', 'Two.']],
  [
    'json3 with mark-up',
    '{"events":[{"tStartMs":1,"dDurationMs":2000,"segs":[{"utf8":"<b>1</b> < <i>2</i>"}]}]}',
    ['1 < 2'],
  ],
])('%s is read whole', async (_, file, texts) => {
  const { status, body } = await ask({ upload: await upload(service, key, 'file', file), lang: 'auto' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ complete: true, segments: texts.map((text) => ({ text })) })
  expect((body as Transcript).warnings.filter(({ code }) => code.startsWith('captions_'))).toEqual([])
})

test('TTML text outside paragraphs is missing, with a warning', async () => {
  const file = tt('Lost.<p begin="1s" end="2s">Kept.</p>')
  const { body } = await ask({ upload: await upload(service, key, 'file', file) })
  expect(body).toMatchObject({ complete: false, segments: [{ text: 'Kept.' }] })
  expect((body as Transcript).warnings.map(({ code }) => code)).toContain('captions_damaged')
})

test.each(READ_FORMATS)('$id is read as an upload and behind a link', async ({ id, endings }) => {
  for (const source of await bothWays(`${id}.${endings[0]}`)) {
    const { status, body } = await ask({ ...source, lang: 'auto' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ source: 'captions', complete: true })
    expect((body as Transcript).segments).not.toEqual([])
  }
})

test('the JSON of a transcript is read back with its language, speakers and words', async () => {
  const first = await ask({ upload: await upload(service, key, 'talk.json', SAMPLES.json.document), lang: 'auto' })
  expect(first.body).toMatchObject({ lang: 'de', speakers: [{ name: 'Ann' }, { name: null }] })
  const again = await ask({
    upload: await upload(service, key, 'again.json', JSON.stringify(first.body)),
    lang: 'auto',
  })
  const { text, segments, speakers, lang } = first.body as Transcript
  expect(segments?.[0]?.words).toHaveLength(2)
  expect(again.body).toMatchObject({ text, segments, speakers, lang })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { extractLinks, extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { parseAss } from '@/lib/captions/formats/ass/ass'
import { parseSrt } from '@/lib/captions/formats/srt/srt'
import { parseTtml } from '@/lib/captions/formats/ttml/ttml'
import { subtitleChecksSchema } from '@/lib/library/checks/contract'
import { openArchive } from '@/test/open-archive'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'

const service = await useService()
const user = await newUser()
const key = user.apiKey

const LINES = [
  'We came home late that night, and nobody had lit the fire, and the dog lay outside in the rain. Nobody spoke.',
  'Then <Anna> said {nothing} at all & left.',
]
const TITLE = 'Fire & rain'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-docx-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const { libraryItemId } = await storeTestTranscript(user.userId, {
  videoId: 'aaaaaaaaaaa',
  title: TITLE,
  lines: LINES,
})

type Body = { content: string; detail: unknown }

const read = (query: string, headers: Record<string, string> = {}) =>
  service.call('GET', `/v1/me/transcriptions/${libraryItemId}${query}`, { key, headers })
const contentOf = async (query: string): Promise<string> => ((await read(query)).body as Body).content
const joined = (cues: readonly { text: string }[]) => cues.map(({ text }) => text.replace(/\n/g, ' ')).join(' ')

describe('TTML and ASS', () => {
  test.each([
    ['ttml', 'application/ttml+xml', parseTtml],
    ['ass', 'text/x-ssa', parseAss],
  ])('%s is returned in JSON and as a bare document, with every word', async (format, mediaType, parse) => {
    const json = await read(`?format=${format}`)
    expect(json.body).toMatchObject({ id: libraryItemId, format, title: TITLE })
    const { content } = json.body as Body
    expect(joined(parse(content).cues)).toBe(LINES.join(' '))
    const bare = await read(`?format=${format}`, { accept: mediaType })
    expect(bare.headers.get('content-type')).toBe(`${mediaType}; charset=utf-8`)
    expect(bare.text).toBe(content)
  })

  test('TTML names its title and language', async () => {
    const content = await contentOf('?format=ttml')
    expect(content).toContain('<ttm:title>Fire &amp; rain</ttm:title>')
    expect(content).toContain('xml:lang="en"')
  })
})

describe('the layout of subtitles', () => {
  test('is as a request asks for it, in SRT and WebVTT', async () => {
    const srt = await contentOf('?format=srt&max_line_length=20&max_lines=1&max_seconds=2.5')
    const { cues } = parseSrt(srt)
    expect(Math.max(...cues.map(({ text }) => text.length))).toBeLessThanOrEqual(20)
    expect(srt).not.toMatch(/\n[^\n]+\n[^\n]*[a-z]\n[^\n]*[a-z]\n/)
    expect(Math.max(...cues.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThanOrEqual(2500)
    expect(joined(cues)).toBe(LINES.join(' '))
    const vtt = await contentOf('?format=vtt&max_lines=4&max_line_length=100')
    expect(vtt.match(/-->/g)).toHaveLength(2)
  })

  test('is kept for a posted request too', async () => {
    const url = 'https://www.youtube.com/watch?v=aaaaaaaaaaa'
    const posted = await service.call('POST', '/v1/transcript', {
      key,
      body: { url, format: 'srt', max_line_length: 20, max_lines: 1 },
    })
    expect((posted.body as Body).content).toBe(await contentOf('?format=srt&max_line_length=20&max_lines=1'))
    const usual = await service.call('POST', '/v1/transcript', { key, body: { url, format: 'srt' } })
    expect((usual.body as Body).content).toBe(await contentOf('?format=srt'))
    expect((usual.body as Body).content).not.toBe((posted.body as Body).content)
  })

  test('is that of its script, unless a request asks for another', async () => {
    const text = 'これは字幕の改行についての話です'
    const { libraryItemId: id } = await storeTestTranscript(user.userId, {
      videoId: 'ccccccccccc',
      lang: 'ja',
      lines: [text],
    })
    const linesOf = async (query: string) => {
      const answer = await service.call('GET', `/v1/me/transcriptions/${id}?format=srt${query}`, { key })
      return parseSrt((answer.body as Body).content).cues.flatMap((cue) => cue.text.split('\n'))
    }
    const usual = await linesOf('')
    expect(usual).toHaveLength(2)
    expect(usual.join('')).toBe(text)
    expect(Math.max(...usual.map((line) => line.length))).toBeLessThanOrEqual(13)
    expect(await linesOf('&max_line_length=32')).toEqual([text])
  })

  test('lasts no longer than max_seconds while there are two words', async () => {
    const { cues } = parseSrt(await contentOf('?format=srt&max_seconds=1'))
    expect(joined(cues)).toBe(LINES.join(' '))
    for (const { startMs, endMs, text } of cues)
      if (text.includes(' ')) expect(endMs - startMs).toBeLessThanOrEqual(1000)
  })

  test('is repaired on request', async () => {
    const repaired = parseSrt(await contentOf('?format=srt&repair=true')).cues
    expect(repaired[0]?.text.replace('\n', ' ')).toMatch(/[,.]$/)
    expect(joined(repaired)).toBe(LINES.join(' '))
    const gaps = repaired.slice(1).map(({ startMs }, index) => startMs - (repaired[index]?.endMs ?? 0))
    expect(Math.min(...gaps)).toBe(83)
  })

  test('does not matter to other formats', async () => {
    for (const format of ['text', 'markdown']) {
      expect(await contentOf(`?format=${format}&max_lines=1&repair=true`)).toBe(await contentOf(`?format=${format}`))
    }
  })

  test.each([
    ['max_line_length=9', 'max_line_length', 'greater_than_equal'],
    ['max_line_length=101', 'max_line_length', 'less_than_equal'],
    ['max_lines=0', 'max_lines', 'greater_than_equal'],
    ['max_lines=two', 'max_lines', 'int_parsing'],
    ['max_seconds=0.5', 'max_seconds', 'greater_than_equal'],
    ['max_seconds=61', 'max_seconds', 'less_than_equal'],
    ['max_seconds=long', 'max_seconds', 'float_parsing'],
    ['repair=perhaps', 'repair', 'bool_parsing'],
  ])('with %s is refused as FastAPI refuses it', async (query, field, type) => {
    const answer = await read(`?format=srt&${query}`)
    expect(answer.status).toBe(422)
    expect((answer.body as Body).detail).toMatchObject([{ type, loc: ['query', field] }])
  })
})

describe('the checks of subtitles', () => {
  const check = async (id: string, query = '') =>
    subtitleChecksSchema.parse(
      (await service.call('GET', `/v1/me/transcriptions/${id}/subtitle-checks${query}`, { key })).body,
    )

  test('say which cues break which rule, and by how much', async () => {
    const checks = await check(libraryItemId)
    const { cues } = parseSrt(await contentOf('?format=srt'))
    expect(checks.cues).toBe(cues.length)
    expect(checks.counts).toMatchObject({ line_length: 0, line_count: 0, too_long: 0, gap: cues.length - 1 })
    expect(checks.counts.reading_speed).toBeGreaterThan(0)
    expect(checks.findings).toHaveLength(Object.values(checks.counts).reduce((sum, count) => sum + count))
    for (const { rule, cue, value, limit } of checks.findings.filter((finding) => finding.rule !== 'gap')) {
      const { startMs = 0, endMs = 0, text = '' } = cues[cue - 1] ?? {}
      expect([rule, limit]).toEqual(['reading_speed', 20])
      expect(value).toBeCloseTo((text.replace('\n', '').length * 1000) / (endMs - startMs), 0)
    }
  })

  test('follow the layout that is asked for', async () => {
    expect((await check(libraryItemId, '?max_lines=1&max_line_length=10')).cues).toBeGreaterThan(10)
  })

  test('reach as far as the part of a text that the user has', async () => {
    const [first = ''] = LINES
    const whole = await storeTestTranscript(user.userId, { videoId: 'ccccccccccc', lines: [first] })
    const part = await storeTestTranscript(user.userId, { videoId: 'ddddddddddd', lines: LINES, coveredMs: 4_000 })
    expect((await check(part.libraryItemId)).cues).toBe((await check(whole.libraryItemId)).cues)
  })

  test('are the same for a large text, which a worker process checks', { tags: 'deep' }, async () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => `${at} ${'and nobody was at home then '.repeat(5)}`)
    const large = await storeTestTranscript(user.userId, { videoId: 'bbbbbbbbbbb', lines })
    const checks = await check(large.libraryItemId)
    expect(checks.counts.reading_speed).toBeGreaterThan(9_000)
    expect(checks.findings).toHaveLength(1000)
  })

  test("answer 404 for another user's transcript", async () => {
    const other = await newUser()
    const path = `/v1/me/transcriptions/${libraryItemId}/subtitle-checks`
    expect((await service.call('GET', path, { key: other.apiKey })).status).toBe(404)
  })
})

describe('a Word document', () => {
  const documentOf = async (bytes: Uint8Array) => {
    const file = path.join(folder, 'talk.docx')
    await writeFile(file, bytes)
    const files = await openArchive(file)
    return { document: files.get('word/document.xml') ?? '', links: files.get('word/_rels/document.xml.rels') ?? '' }
  }
  const fetchBytes = async (headers: Record<string, string>) => {
    const address = `http://localhost:3000/v1/me/transcriptions/${libraryItemId}`
    const response = await api().request(address, { headers: { authorization: `Bearer ${key}`, ...headers } })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  test('comes to who names its media type, with title, source and linked times', async () => {
    const { response, bytes } = await fetchBytes({ accept: DOCX })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(DOCX)
    expect(Number(response.headers.get('content-length'))).toBe(bytes.byteLength)
    const { document, links } = await documentOf(bytes)
    const paragraphs = [...document.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([xml]) => xml.replace(/<[^>]*>/g, ''))
    const text = LINES.join(' ').replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    expect(paragraphs).toEqual([
      'Fire &amp; rain',
      'Source: https://www.youtube.com/watch?v=aaaaaaaaaaa',
      `0:00 ${text}`,
    ])
    expect(links).toContain('Target="https://www.youtube.com/watch?v=aaaaaaaaaaa"')
    expect(links).toMatch(/Target="https:\/\/www\.youtube\.com\/watch\?v=aaaaaaaaaaa&amp;t=0s?"/)
  })

  test('is no format of a request', async () => {
    const answer = await read('?format=docx', { accept: DOCX })
    expect(answer.status).toBe(422)
    expect((answer.body as Body).detail).toMatchObject([{ type: 'unsupported_format' }])
  })
})

describe('a PDF', () => {
  const pdfOf = async (id: string) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/pdf' }
    const response = await api().request(`http://localhost:3000/v1/me/transcriptions/${id}`, { headers })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const textOf = async (bytes: Uint8Array) => {
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
    return text.replace(/\s+/g, ' ')
  }

  test('comes to who names its media type, with title, source and linked times', async () => {
    const { response, bytes } = await pdfOf(libraryItemId)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const text = await textOf(bytes.slice())
    expect(text).toContain(`${TITLE} Source: https://www.youtube.com/watch?v=aaaaaaaaaaa 0:00 ${LINES.join(' ')}`)
    const { links } = await extractLinks(await getDocumentProxy(bytes))
    expect(links.at(-1)).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=aaaaaaaaaaa&t=0s?$/)
  })

  test.each([
    ['ru', 'Мы пришли домой поздно ночью.', ['Мы пришли домой поздно ночью.']],
    ['he', 'שלום עולם, זה טקסט בעברית.', ['שלום', 'עולם', 'בעברית']],
    ['ar', 'مرحبا بالعالم، هذا نص باللغة العربية.', ['مرحبا', 'نص', 'باللغة', 'العربية']],
    ['ja', 'これは字幕の話です。', ['これは字幕の話です。']],
    ['zh-TW', '這是繁體中文的字幕。', ['這是繁體中文的字幕。']],
    ['zh', '这是简体中文的字幕。', ['这是简体中文的字幕。']],
    ['ko', '한국어 자막입니다.', ['한국어 자막입니다.']],
  ])('has text in %s that can be read and copied', async (lang, line, words) => {
    const videoId = `pdf-${lang}`.padEnd(11, '0')
    const { libraryItemId: id } = await storeTestTranscript(user.userId, { videoId, lang, lines: [line] })
    const text = await textOf((await pdfOf(id)).bytes)
    for (const word of words) expect(text).toContain(word)
  })

  test('with ten hours of text is written by a worker process', { tags: 'deep' }, async () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => `${at} ${'and nobody was home'.repeat(3)}.`)
    const { libraryItemId: id } = await storeTestTranscript(user.userId, { videoId: 'pdf-tenhour', lines })
    const text = await textOf((await pdfOf(id)).bytes)
    for (const at of [0, 4_500, 8_999]) expect(text).toContain(`${at} and nobody`)
  })

  test.each([
    ['a text in a script without a typeface', ['ᏣᎳᎩ'], 422, 'unsupported_format'],
    [
      'a text that is too long',
      Array.from({ length: 5_200 }, () => 'and nobody was home '.repeat(10)),
      413,
      'file_too_large',
    ],
  ])('%s is refused with the format to take instead', async (_, lines, status, code) => {
    const videoId = `pdf-${status}`.padEnd(11, '0')
    const { libraryItemId: id } = await storeTestTranscript(user.userId, { videoId, lines })
    const { response, bytes } = await pdfOf(id)
    expect(response.status).toBe(status)
    expect(new TextDecoder().decode(bytes)).toMatch(new RegExp(`${code}.*docx|docx.*${code}`))
  })

  test('is no format of a request', async () => {
    expect((await read('?format=pdf', { accept: 'application/pdf' })).status).toBe(422)
  })
})

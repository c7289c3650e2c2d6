import { describe, expect, test } from 'vitest'
import { parseCaptions } from '../parse'
import { parseCaptionText } from '../parse-caption-text'
import { parseMicrodvd } from './microdvd'
import { parseSami } from './sami'

const bytes = (text: string) => new TextEncoder().encode(text)

test('SBV of YouTube Studio is read with its lines', () => {
  expect(
    parseCaptions(bytes('0:00:01.250,0:00:03.500\r\n>> ANN: Hello\r\nthere.\r\n\r\n0:00:04.000,0:00:05.000\r\n12\r\n')),
  ).toEqual({
    format: 'sbv',
    cues: [
      { startMs: 1250, endMs: 3500, text: '>> ANN: Hello\nthere.' },
      { startMs: 4000, endMs: 5000, text: '12' },
    ],
    dropped: 0,
  })
})

test.each(['7:30, not 8:00.', '3:16, and then 4:12.', '10: see you, at 5:30'])(
  'dialogue with two clock times stays in its cue: %s',
  (line) => {
    const read = parseCaptions(bytes(`0:00:01.000,0:00:03.000\nWhen?\n${line}\n\n0:00:04.000,0:00:05.000\nFine.\n`))
    expect(read).toMatchObject({ cues: [{ text: `When?\n${line}` }, { text: 'Fine.' }], dropped: 0 })
  },
)

test('SubViewer is read without its header and settings', () => {
  const file =
    '[INFORMATION]\n[TITLE]A film\n[AUTHOR]Ann\n[DELAY]0\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFFFFF,[STYLE]bd,[SIZE]18,[FONT]Arial\n' +
    '00:04:35.03,00:04:38.82\nPlease sit down...\n\n00:05:00.19,00:05:03.47\nMr Franklin,[br]are you crazy?\n'
  expect(parseCaptions(bytes(file))).toEqual({
    format: 'subviewer',
    cues: [
      { startMs: 275_030, endMs: 278_820, text: 'Please sit down...' },
      { startMs: 300_190, endMs: 303_470, text: 'Mr Franklin,\nare you crazy?' },
    ],
    dropped: 0,
  })
})

describe('MicroDVD', () => {
  test.each([
    ['{1}{1}25\n', 25],
    ['{0}{0}29,97\n', 29.97],
    ['{1}{1}23.976 \n', 23.976],
  ])('%j states the frame rate', (line, rate) => {
    expect(parseMicrodvd(`${line}{100}{200}a`)).toEqual({
      cues: [{ startMs: Math.round(100_000 / rate), endMs: Math.round(200_000 / rate), text: 'a' }],
      dropped: 0,
    })
  })

  test('without a frame rate is read with the usual one, and says so', async () => {
    const { segments, warnings } = await parseCaptionText({ bytes: bytes('{24}{48}a\n{72}{96}b\n') })
    expect(segments).toMatchObject([{ startMs: 1001, endMs: 2002 }, { startMs: 3003 }])
    expect(warnings).toMatchObject([{ code: 'frame_rate_assumed', detail: expect.stringContaining('{1}{1}25') }])
  })

  test('a first caption of a number is no frame rate', () => {
    expect(parseMicrodvd('{1}{50}42\n{60}{80}b').cues.map(({ text }) => text)).toEqual(['42', 'b'])
    expect(parseMicrodvd('{1}{1}25\n{1}{1}30\n{25}{50}b').cues.map(({ text }) => text)).toEqual(['30', 'b'])
  })

  test('the looks of all captions and overrides at the beginning of a line are no damage', () => {
    const file = '{1}{1}10\n{DEFAULT}{}{C:$0000FF}\n{10}{20}a\n{y:i}{c:$0000ff}b\n{30}{x}c\n'
    expect(parseMicrodvd(file)).toMatchObject({ cues: [{ text: 'a\nb' }], dropped: 1 })
  })

  test('an open end is the start of the next cue, and overrides are no text', () => {
    expect(parseMicrodvd('{1}{1}10\n{10}{}{Y:i}{c:$0000ff}/a|{f:Arial}b {c}\n{20}{30}c').cues).toEqual([
      { startMs: 1000, endMs: 2000, text: 'a\nb {c}' },
      { startMs: 2000, endMs: 3000, text: 'c' },
    ])
  })
})

describe('SAMI', () => {
  const head =
    '<SAMI><HEAD><TITLE>x</TITLE><STYLE TYPE="text/css"><!--\nP { margin-left: 8pt; }\n.ENCC { Name: English; lang: en-US; }\n.KRCC {Name: Korean; lang: ko-KR;}\n--></STYLE></HEAD><BODY>\n'

  test('is shown until the next sync, with the language of its class and who speaks', () => {
    const body =
      '<SYNC Start=1000ms>\n<P Class=ENCC ID=Source>Pat\n<P Class="ENCC">Hello\n  <b>there</b><br>I &lt;3 you &amp; 3 < 5\n<!-- <P>no -->' +
      '<sync start="2500"><p class=encc>&nbsp;</p></sync><SYNC Start=4000><P Class=ENCC>Bye'
    expect(parseSami(`${head}${body}`)).toEqual({
      cues: [
        { startMs: 1000, endMs: 2500, text: 'Hello there\nI <3 you & 3 < 5', speaker: 'Pat' },
        { startMs: 4000, endMs: 4000, text: 'Bye' },
      ],
      dropped: 0,
      lang: 'en-US',
    })
  })

  test('in several languages is read in the one with the most captions, and it says so', async () => {
    const sync = (startMs: number, english: string, korean: string) =>
      `<SYNC Start=${startMs}><P Class=ENCC>${english}<P Class=KRCC>${korean}`
    const file = `${head}${sync(1000, 'Hi', '안녕')}${sync(2000, '&nbsp;', '여러분')}${sync(3000, 'Bye', '안녕히')}</BODY></SAMI>`
    const { segments, warnings, lang } = await parseCaptionText({ bytes: bytes(file) })
    expect(segments.map(({ text }) => text)).toEqual(['안녕', '여러분', '안녕히'])
    expect([lang, warnings]).toEqual(['ko-KR', [expect.objectContaining({ code: 'track_chosen' })]])
  })
})

test('Whisper’s table is read', () => {
  expect(parseCaptions(bytes('start\tend\ttext\n0\t2400\tHello there.\n2400\t3000\tBye.\n'))).toMatchObject({
    format: 'whisper-tsv',
    cues: [
      { startMs: 0, endMs: 2400, text: 'Hello there.' },
      { startMs: 2400, endMs: 3000 },
    ],
  })
})

test.each([
  ['a table of times', 'start,end\n12:00:01,12:00:02\n'],
  ['a template', '{1}{{name}}\n'],
  ['a table of anything', 'start\tend\n1\t2\n'],
])('%s is no captions', (_, text) => expect(parseCaptions(bytes(text))).toBeNull())

import { describe, expect, test } from 'vitest'
import { parseTtml } from './ttml'
import { parseTtmlClock, parseTtmlTime } from './ttml-timing'

const tt = (body: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${attributes}>${body}</tt>`
const times = (body: string, attributes?: string) =>
  parseTtml(tt(`<body>${body}</body>`, attributes)).cues.map(({ startMs, endMs, text }) => [startMs, endMs, text])
const texts = (content: string) => times(`<div><p begin="0s" end="1s">${content}</p></div>`).map(([, , text]) => text)

describe('parseTtmlTime', () => {
  test.each<[string, Record<string, string>, number | null]>([
    ['00:00:01', {}, 1000],
    ['01:02:03.5', {}, 3_723_500],
    ['100:00:00.001', {}, 360_000_001],
    ['00:00:01,250', {}, 1250],
    ['00:01.5', {}, 1500],
    ['00:00:01:15', {}, 1500],
    ['00:00:01:12', { frameRate: '24' }, 1500],
    ['00:00:01:12.1', { frameRate: '24', subFrameRate: '2' }, 1000 + (12.5 / 24) * 1000],
    ['00:00:00:24', { frameRate: '24', frameRateMultiplier: '1000 1001' }, 1001],
    ['30f', {}, 1000],
    ['25f', { frameRate: '25' }, 1000],
    ['30f', { frameRate: '30', frameRateMultiplier: '1000:1001' }, 1001],
    ['15000000t', { tickRate: '10000000' }, 1500],
    ['2t', {}, 2000],
    ['50t', { frameRate: '25', subFrameRate: '2' }, 1000],
    ['1.5h', {}, 5_400_000],
    ['1.5m', {}, 90_000],
    ['1.5s', {}, 1500],
    ['1500ms', {}, 1500],
    [' 2s ', {}, 2000],
    ['2.5', {}, 2500],
    ['25f', { frameRate: '0' }, 25_000 / 30],
    ['wallclock(1999-01-01)', {}, null],
    ['-1s', {}, null],
    ['', {}, null],
  ])('%j with %o', (expression, attributes, ms) => {
    const read = parseTtmlTime(expression, parseTtmlClock(new Map(Object.entries(attributes))))
    if (ms === null) expect(read).toBeNull()
    else expect(read).toBeCloseTo(ms, 6)
  })
})

describe('times', () => {
  test.each<[string, string, unknown[][]]>([
    [
      'of paragraphs',
      '<div><p begin="1s" end="2s">a</p><p begin="2s" dur="3s">b</p></div>',
      [
        [1000, 2000, 'a'],
        [2000, 5000, 'b'],
      ],
    ],
    ['the earlier of two ends', '<div><p begin="1s" end="9s" dur="3s">a</p></div>', [[1000, 4000, 'a']]],
    ['added up along their ancestors', '<div begin="10s"><p begin="1s" end="2s">a</p></div>', [[11_000, 12_000, 'a']]],
    [
      'ending with their parent',
      '<div begin="10s" dur="5s"><p begin="1s" end="20s">a</p><p begin="2s">b</p></div>',
      [
        [11_000, 15_000, 'a'],
        [12_000, 15_000, 'b'],
      ],
    ],
    [
      'in a sequence',
      '<div timeContainer="seq"><p dur="1s">a</p><p begin="1s" dur="2s">b</p><p end="1s">c</p></div>',
      [
        [0, 1000, 'a'],
        [2000, 4000, 'b'],
        [4000, 5000, 'c'],
      ],
    ],
    [
      'in a sequence of containers',
      '<div timeContainer="seq"><div><p begin="1s" end="3s">a</p></div></div>',
      [[1000, 3000, 'a']],
    ],
    [
      'after a sibling that can’t be read',
      '<div timeContainer="seq"><p dur="1s">a</p><p dur="soon">x</p><p dur="1s">b</p></div>',
      [
        [0, 1000, 'a'],
        [1000, 2000, 'b'],
      ],
    ],
    ['without an end', '<div><p begin="1s">a</p></div>', [[1000, 1000, 'a']]],
    [
      'after a sibling without an end',
      '<div timeContainer="seq"><p begin="1s">a</p><p>b</p><p dur="3s">c</p><p>d</p></div>',
      [
        [1000, 1000, 'a'],
        [1000, 1000, 'b'],
        [1000, 4000, 'c'],
        [4000, 4000, 'd'],
      ],
    ],
    [
      'of spans alone',
      '<div><p><span begin="1s" end="2s">a</span> <span begin="3s" end="4s">b</span></p></div>',
      [
        [1000, 2000, 'a'],
        [3000, 4000, 'b'],
      ],
    ],
  ])('%s', (_, body, expected) => expect(times(body)).toEqual(expected))

  test.each<[string, string, unknown[][]]>([
    [
      'an animation of visibility',
      '<p begin="1s" end="9s" tts:visibility="hidden"><set begin="1s" end="3s" tts:visibility="visible"/>a<span>b</span></p>',
      [[2000, 4000, 'ab']],
    ],
    [
      'an animation of display',
      '<p begin="1s" end="9s"><span tts:display="none"><set begin="1s" dur="2s" tts:display="auto"/>a</span></p>',
      [[2000, 4000, 'a']],
    ],
    [
      'an animation of another style',
      '<p begin="1s" end="9s" tts:visibility="hidden"><set begin="1s" tts:color="red"/>no</p><p begin="1s" end="9s"><set begin="1s" tts:visibility="hidden"/>a</p>',
      [[1000, 9000, 'a']],
    ],
    [
      'a visible part of what is not',
      '<p begin="1s" end="9s" tts:visibility="hidden">no<span tts:visibility="visible">a</span></p>',
      [[1000, 9000, 'a']],
    ],
    [
      'no part of what is not displayed',
      '<p begin="1s" end="9s" tts:display="none">no<span tts:display="auto" tts:visibility="visible">no</span></p>',
      [],
    ],
    [
      'a region with times',
      '<p region="r">a</p><p region="r" begin="1s" end="7s">b</p><p region="r" begin="20s" end="21s">c</p><p region="r" begin="1s"><span begin="5s" end="6s">d</span></p>',
      [
        [5000, 9000, 'a'],
        [5000, 7000, 'b'],
        [20_000, 21_000, 'c'],
        [6000, 7000, 'd'],
      ],
    ],
    ['a sequence without a duration', '<p timeContainer="seq" begin="1s" end="9s">a</p>', [[1000, 9000, 'a']]],
  ])('in %s', (_, paragraphs, expected) => {
    const head = '<head><layout><region xml:id="r" begin="5s" end="9s"/></layout></head>'
    const { cues, dropped } = parseTtml(tt(`${head}<body><div>${paragraphs}</div></body>`))
    expect([cues.map(({ startMs, endMs, text }) => [startMs, endMs, text]), dropped]).toEqual([expected, 0])
  })

  test('text outside paragraphs is counted', () => {
    const body = '<body><div>one &amp; two<p begin="1s" end="2s">a</p> <!-- no --> \n</div>three</body>'
    expect(parseTtml(tt(body))).toMatchObject({ cues: [{ text: 'a' }], dropped: 2 })
  })

  test('in a body in sequence', () => {
    const body =
      '<body timeContainer="seq"><div dur="2s"><p end="1s">a</p></div><div><p begin="1s" end="2s">b</p></div></body>'
    expect(parseTtml(tt(body)).cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 1000],
      [3000, 4000],
    ])
  })

  test('by the document’s own clock', () => {
    const clock = 'ttp:frameRate="25" ttp:tickRate="1000"'
    expect(times('<div><p begin="00:00:01:05" end="2000t">a</p></div>', clock)).toEqual([[1200, 2000, 'a']])
  })

  test('on spans in a paragraph are those of its words', () => {
    const body =
      '<div><p begin="10s" end="12s"><span begin="0s" end="0.5s">Hello</span> <span begin="500ms" end="2s">world</span></p></div>'
    expect(parseTtml(tt(`<body>${body}</body>`)).cues).toEqual([
      {
        startMs: 10_000,
        endMs: 12_000,
        text: 'Hello world',
        words: [
          { startMs: 10_000, endMs: 10_500, text: 'Hello' },
          { startMs: 10_500, endMs: 12_000, text: 'world' },
        ],
      },
    ])
  })
})

describe('text', () => {
  test.each<[string, string, string]>([
    ['on its lines', 'a<br/>b<br></br>c', 'a\nb\nc'],
    ['in spans', '<span style="s1">a </span><span>b</span>', 'a b'],
    ['pretty-printed', '\n    a\n      <br/>\n   b\n ', 'a\nb'],
    ['with its white space preserved', '<span xml:space="preserve">a\nb</span>', 'a\nb'],
    [
      'without metadata and animation',
      '<metadata><ttm:title xmlns:ttm="x">no</ttm:title></metadata><set tts:color="red"/>a',
      'a',
    ],
    [
      'with ruby',
      '<span tts:ruby="container"><span tts:ruby="base">東京</span><span tts:ruby="delimiter">(</span><span tts:ruby="text">とうきょう</span></span>',
      '東京(とうきょう)',
    ],
    ['with references', 'R&amp;D &#169; &nbsp;x & y &unknown;', 'R&D © \u00a0x & y &unknown;'],
    ['that is displayed', 'a<span tts:display="none">no</span> <span tts:visibility="hidden">no</span>b', 'a b'],
    ['of no other namespace', 'a<x:span xmlns:x="urn:x">no <i>no</i></x:span>b', 'ab'],
    ['of every namespace of TTML', '<b:span xmlns:b="http://www.w3.org/2006/10/ttaf1">a</b:span>', 'a'],
    ['in CDATA', '<![CDATA[a < b]]>', 'a < b'],
  ])('%s', (_, content, text) => expect(texts(content)).toEqual([text]))

  test('in any prefix and profile', () => {
    const dfxp =
      '<tt:tt xmlns:tt="http://www.w3.org/2006/10/ttaf1"><tt:head><tt:layout><tt:region xml:id="r"/></tt:layout></tt:head><tt:body><tt:div><tt:p tt:begin="1s" tt:end="2s">a<tt:br/>b</tt:p></tt:div></tt:body></tt:tt>'
    expect(parseTtml(dfxp).cues).toEqual([{ startMs: 1000, endMs: 2000, text: 'a\nb' }])
  })

  test('in a document with a namespace of its publisher', () => {
    const body = '<tt xmlns="urn:publisher"><body><p begin="1s" end="2s">a<span>b</span></p></body></tt>'
    expect(parseTtml(body).cues).toEqual([{ startMs: 1000, endMs: 2000, text: 'ab' }])
  })

  test('outside paragraphs is none, nor are empty paragraphs', () => {
    expect(times('no<div>no<p begin="1s" end="2s"> <br/></p></div>')).toEqual([])
  })
})

describe('unreadable input', () => {
  test('paragraphs with unreadable times are counted', () => {
    const body =
      '<div><p begin="soon" end="2s">a<br/>a</p><p begin="9999999999999999h">b</p><p begin="1s" end="2s">c</p></div>'
    const { cues, dropped } = parseTtml(tt(`<body>${body}</body>`))
    expect([cues.length, dropped]).toEqual([1, 2])
  })

  test.each<[string, string, string]>([
    ['a sign of arithmetic', 'I <3 you, 1 < 2 <<< 3', 'I <3 you, 1 < 2 <<< 3'],
    ['a sign before a word', 'of the <talk. <I think so', 'of the <talk. <I think so'],
    ['a phrase in angle brackets', 'a <b and c> d', 'a <b and c> d'],
    ['an end of nothing', 'a</span> b</ c', 'a b</ c'],
    ['an unclosed break', 'a<br>b<br>c', 'a\nb\nc'],
    ['an unclosed span', 'a <span>b', 'a b'],
    ['spans that cross', '<span>a <i>b</span> c</i>', 'a b c'],
    ['the start of a comment', 'a <!- b', 'a <!- b'],
    ['the start of an instruction', 'what <? <!', 'what <? <!'],
    ['an attribute without quotes', '<span style=s1>a</span>', 'a'],
  ])('%s costs no words', (_, content, text) => {
    const body = `<body><div><p begin="0s" end="1s">${content}</p><p begin="1s" end="2s">next</p></div></body>`
    const { cues, dropped } = parseTtml(tt(body))
    expect([cues.map((cue) => cue.text), dropped]).toEqual([[text, 'next'], 0])
  })

  test('a paragraph that is not closed ends where the next begins', () => {
    const body = '<div><p begin="1s" end="2s">a<p begin="2s" end="3s">b</p><p begin="3s" end="4s">c</div>'
    expect(times(body)).toEqual([
      [1000, 2000, 'a'],
      [2000, 3000, 'b'],
      [3000, 4000, 'c'],
    ])
  })

  test('documents that follow each other are all read, each by its own clock', () => {
    const second = tt('<body><p begin="75f" end="100f">b</p></body>', 'ttp:frameRate="25"')
    for (const first of [tt('<body><p begin="30f" end="60f">a</p></body>'), '<tt><body><p begin="1s" end="2s">a']) {
      const { cues, dropped } = parseTtml(`${first}${second}`)
      expect(cues.map(({ startMs, endMs, text }) => [startMs, endMs, text])).toEqual([
        [1000, 2000, 'a'],
        [3000, 4000, 'b'],
      ])
      expect(dropped).toBe(0)
    }
  })

  test('a document that breaks off is read up to there', () => {
    const good = '<div><p begin="1s" end="2s">a</p>'
    const cues = [{ startMs: 1000, endMs: 2000, text: 'a' }]
    for (const rest of ['<p begin="2s" end', '</body></nothing>', `${'<div>'.repeat(5000)}`, '']) {
      expect(parseTtml(`<tt><body>${good}${rest}`)).toEqual({ cues, dropped: 1, droppedAfterMs: 1000 })
    }
    // The sign is text outside a paragraph.
    expect(parseTtml(`<tt><body>${good}<p <`)).toEqual({ cues, dropped: 2, droppedAfterMs: 1000 })
  })
})

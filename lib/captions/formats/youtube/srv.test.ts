import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSrv1 } from './srv1'
import { parseSrv3 } from './srv3'

const srv1 = (content: string) => `<?xml version="1.0" encoding="utf-8" ?><transcript>${content}</transcript>`
const srv3 = (body: string) =>
  `<?xml version="1.0" encoding="utf-8" ?>\n<timedtext format="3">\n<head>\n<pen id="1" b="1"/>\n<ws id="0"/>\n<wp id="0"/>\n</head>\n<body>\n${body}\n</body>\n</timedtext>`

describe('parseSrv1', () => {
  test('reads a document of the platform', () => {
    const file = path.resolve(import.meta.dirname, '../../../../test/fixtures/captions/transcript.srv1.xml')
    expect(parseSrv1(readFileSync(file, 'utf8'))).toEqual({
      cues: [
        { startMs: 0, endMs: 1540, text: 'Hey, this is just a test' },
        { startMs: 1540, endMs: 5700, text: 'this is not the original transcript' },
        { startMs: 5700, endMs: 8939, text: 'just something shorter, I made up for testing' },
      ],
      dropped: 0,
    })
  })

  test.each<[string, string, string]>([
    ['escaped twice', 'it&amp;#39;s &amp;quot;R&amp;amp;D&amp;quot;', 'it\'s "R&D"'],
    ['escaped once', 'it&#39;s R&amp;D', "it's R&D"],
    ['not escaped', 'R & D', 'R & D'],
    ['with tags', '&lt;font color=&quot;#fff&quot;&gt;a&lt;/font&gt;&lt;br/&gt;b', 'a\nb'],
    ['with tags that are text', '&amp;lt;b&amp;gt; is bold', '<b> is bold'],
    ['with signs that are no tags', '1 &lt; 2 &gt; 0', '1 < 2 > 0'],
    ['in CDATA', '<![CDATA[a & <i>b</i>]]>', 'a & b'],
    ['with a reference to no character', 'a&#0;b', 'a\ufffdb'],
    ['with a control character', 'a\u0000\u000bb', 'ab'],
  ])('text %s', (_, text, plain) =>
    expect(parseSrv1(srv1(`<text start="1" dur="1">${text}</text>`)).cues[0]?.text).toBe(plain),
  )

  test.each<[string, string, number[][], number]>([
    ['no duration', '<text start="1.2345">x</text>', [[1235, 1235]], 0],
    ['no start', '<text dur="1">x</text><text start="2" dur="1">y</text>', [[2000, 3000]], 1],
    ['a start that is no number', '<text start="soon">x</text>', [], 1],
    ['no text', '<text start="1" dur="1"> </text><text start="1"/>', [], 0],
  ])('a cue with %s', (_, content, times, dropped) => {
    const parsed = parseSrv1(srv1(content))
    expect(parsed.cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(times)
    expect(parsed.dropped).toBe(dropped)
  })

  test('keeps the words around signs that are no markup', () => {
    const { cues, dropped } = parseSrv1(srv1('<text start="1">I <3 you <and</text><text start="2">b</text>'))
    expect([cues.map(({ text }) => text), dropped]).toEqual([['I <3 you <and', 'b'], 0])
  })

  test('keeps what there is of a document that breaks off', () => {
    const { cues, ...rest } = parseSrv1('<transcript><text start="0">a</text><text start="1">b <wrong')
    expect(cues.map(({ text }) => text)).toEqual(['a', 'b'])
    expect(rest).toEqual({ dropped: 1, droppedAfterMs: 1000 })
  })

  test('expands nothing of a DTD', () => {
    const bomb = '<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    const { cues } = parseSrv1(`${bomb}<transcript><text start="0">&b; &f;</text></transcript>`)
    expect(cues).toEqual([{ startMs: 0, endMs: 0, text: '&b; &f;' }])
  })
})

describe('parseSrv3', () => {
  test('reads a person’s track: lines, pens, positions', () => {
    const body =
      '<p t="1360" d="1680" wp="1" ws="1">One &amp;\ntwo</p>\n<p t="4000" d="500"><s p="1">thr</s>ee<br/>four</p>\n<p t="5000" d="100">\u200b</p>'
    expect(parseSrv3(srv3(body))).toEqual({
      cues: [
        { startMs: 1360, endMs: 3040, text: 'One &\ntwo' },
        { startMs: 4000, endMs: 4500, text: 'three\nfour' },
      ],
      dropped: 0,
    })
  })

  test('reads a machine’s track: spans count from their paragraph, appended line breaks are none', () => {
    const body =
      '<w t="0" id="1" wp="1" ws="1"/>\n<p t="1000" d="4000" w="1"><s ac="252">so</s><s t="600" ac="250"> here</s></p>\n<p t="2990" d="2010" w="1" a="1">\n</p>\n<p t="3000" d="3000" w="1"><s ac="1">we</s><s t="500" ac="1"> go</s></p>'
    expect(parseSrv3(srv3(body)).cues).toEqual([
      {
        startMs: 1000,
        endMs: 3000,
        text: 'so here',
        words: [
          { startMs: 1000, endMs: 1600, text: 'so' },
          { startMs: 1600, endMs: 3000, text: 'here' },
        ],
      },
      {
        startMs: 3000,
        endMs: 6000,
        text: 'we go',
        words: [
          { startMs: 3000, endMs: 3500, text: 'we' },
          { startMs: 3500, endMs: 6000, text: 'go' },
        ],
      },
    ])
  })

  test('an appended paragraph continues the one before it', () => {
    const body = '<p t="0" d="2000" w="1">Hello</p><p t="1000" d="2000" w="1" a="1">world</p>'
    expect(parseSrv3(srv3(body)).cues).toEqual([{ startMs: 0, endMs: 3000, text: 'Hello world' }])
  })

  test('keeps the words around signs that are no markup, and of unclosed elements', () => {
    const { cues, dropped } = parseSrv3(srv3('<p t="1" d="5"><s>I <3</s> you<br>and<p t="6" d="5">b</p>'))
    expect([cues.map(({ text }) => text), dropped]).toEqual([['I <3 you\nand', 'b'], 0])
  })

  test('counts what it leaves out', () => {
    expect(parseSrv3(srv3('<p d="5">x</p><p t="1" d="5">y</p>'))).toEqual({
      cues: [{ startMs: 1, endMs: 6, text: 'y' }],
      dropped: 1,
    })
    expect(parseSrv3(srv3('<p t="1" d="5">y</p><p t="2" d="5">z').slice(0, -30)).dropped).toBe(1)
  })
})

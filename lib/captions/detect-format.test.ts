import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { detectCaptionFormat } from './detect-format'
import type { CaptionFormat } from './formats/formats'
import { parseCaptions } from './parse'
import { SAMPLES } from './testing/samples'

describe('detectCaptionFormat', () => {
  test.each<[string, string, CaptionFormat | null]>([
    ['WebVTT', 'WEBVTT\n\n00:00.000 --> 00:01.000\nx', 'vtt'],
    ['WebVTT with a mark and a header', '\ufeffWEBVTT - Talk\r\nKind: captions\r\n', 'vtt'],
    ['WebVTT without cues', 'WEBVTT', 'vtt'],
    ['SRT', '1\r\n00:00:01,000 --> 00:00:02,000\r\nx', 'srt'],
    ['SRT without counters, with a mark', '\ufeff00:00:01,000 --> 00:00:02,000\rx', 'srt'],
    ['SRT under a credit', '\n\nSubtitles by Ann\n\n1\n00:00:01,000 --> 00:00:02,000\nx', 'srt'],
    ['WebVTT without its signature', '00:01.000 --> 00:02.000\nx', 'srt'],
    ['a longer word', 'WEBVTTX\n\nhello', null],
    ['prose', 'Dear all,\n\nsee you at 10:00 --> room 5.\n', null],
    ['a page that shows a cue far down', `${'# Captions\n'.repeat(30)}00:00:01,000 --> 00:00:02,000`, null],
    ['json3', '{"wireMagic":"pb3","pens":[{}],"events":[{"tStartMs":0,"dDurationMs":9,"id":1}]}', 'json3'],
    ['json3 without its signature', '\ufeff {"events": [{}, {"tStartMs": 0, "segs": [{"utf8": "x"}]}', 'json3'],
    ['json3 whose events begin later', '{ "wireMagic" : "pb3", "pens": [', 'json3'],
    [
      'a Podcasting 2.0 transcript',
      '{"version":"1.0.0","segments":[{"speaker":"A","startTime":0.5,"body":"x"}',
      'podcast-json',
    ],
    ['JSON of a recognizer', '{"segments":[{"id":0,"start":0,"end":1,"text":"x"}]}', 'whisper-json'],
    ['JSON of segments without text', '{"segments":[{"id":0,"start":0,"end":1}]}', null],
    ['a list of lists of texts', '[[{"text":"x","start":0.5,"duration":1.5}]]', 'youtube-transcript-json'],
    ['a list of anything', '[{"text":"x","start":"now"}]', null],
    ['a package with a body', '{"body":[{"from":"a","to":"b","content":"x"}]}', null],
    ['JSON of events', '{"events":[{"name":"click"}]}', null],
    ['an empty object', '{}', null],
    ['JSON in a list', '[{"startTime":0,"body":"x"}]', null],
    ['srv1', '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0" dur="1">x</text>', 'srv1'],
    ['another transcript', '<transcript><p start="0">x</p></transcript>', null],
    ['srv3', '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3">', 'srv3'],
    ['TTML', '<!-- c --><tt:tt xmlns:tt="http://www.w3.org/ns/ttml">', 'ttml'],
    ['DFXP after a DTD', '\ufeff\n<?xml version="1.0"?><!DOCTYPE tt [<!ENTITY a "b">]><tt><head/><body>', 'ttml'],
    ['HTML', '<!DOCTYPE html><html lang="en"><tt>x</tt></html>', null],
    ['a list of tracks', '<transcript_list docid="1"><track id="0"/></transcript_list>', null],
    ['a feed', '<?xml version="1.0"?><rss version="2.0"><channel/></rss>', null],
    ['XML that is cut short', '<?xml version="1.0"', null],
    ['SRT that begins with a tag', '<i>credits</i>\n\n1\n00:00:01,000 --> 00:00:02,000\nx', 'srt'],
    ['ASS', '\ufeff[Script Info]\r\n; x\r\nTitle: y', 'ass'],
    ['ASS without its head', '[Events]\nFormat: Start, End, Text', 'ass'],
    ['LRC', '[00:12.00]Line\n[00:13.00]', 'lrc'],
    ['LRC with tags', '[ar:Ann]\n[length: 03:21]\n\n[00:12]Line', 'lrc'],
    ['LRC without fractions', '[00:01]One line\n[00:05]Another', 'lrc'],
    ['LRC with hours', '[00:00:01.00]a', 'lrc'],
    ['LRC beyond 999 minutes', '[1000:01.00]a', 'lrc'],
    ['ASS without sections', 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a', 'ass'],
    ['ASS with a second section of events', '[Second Events]\n', 'ass'],
    ['SRT under many credits', `${'a credit\n'.repeat(40)}\n1\n00:00:01,000 --> 00:00:02,000`, 'srt'],
    ['SRT from an assistant', 'Here it is:\n\n```srt\n1\n00:00:01,000 --> 00:00:02,000\nx\n```', 'srt'],
    ['WebVTT from an assistant', '```vtt\nWEBVTT\n\n00:01.000 --> 00:02.000\nx\n```', 'vtt'],
    ['changes of versions', '1.2.3 -> 1.2.4\n10.0.0.1 --> 10.0.0.9', null],
    ['a chat after midnight', '[00:30] Ann: hi\n[00:31] Bob Ray: hello', null],
    ['a chat', '[12:30] Ann: hi\n[12:31] Bob: hello', null],
    ['a settings file', '[core]\nname = x', null],
    ['nothing', '', null],
  ])('%s', (_, text, format) => expect(detectCaptionFormat(text)).toBe(format))
})

const FIXTURES = path.resolve(import.meta.dirname, '../../test/fixtures')

test('every fixture is recognised as what it is', () => {
  const recognised = ['captions', 'feeds'].flatMap((folder) =>
    readdirSync(path.join(FIXTURES, folder)).map((name) => [
      name,
      detectCaptionFormat(readFileSync(path.join(FIXTURES, folder, name), 'utf8')),
    ]),
  )
  expect(Object.fromEntries(recognised.filter(([, format]) => format !== null))).toEqual({
    'podcast-transcript.html': 'podcast-html',
    'podcast-transcript.json': 'podcast-json',
    'transcript.srv1.xml': 'srv1',
    'transcript.srt': 'srt',
    'transcript.vtt': 'vtt',
  })
})

test.each(Object.entries(SAMPLES))('a file of %s is recognised, with any ends of lines', (format, { document }) => {
  for (const file of [document, `\ufeff${document}`, document.replaceAll('\n', '\r\n')]) {
    expect(detectCaptionFormat(file)).toBe(format)
  }
})

describe('parseCaptions', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('reads either format by its content', () => {
    const cues = [{ startMs: 1000, endMs: 2000, text: 'é & ö' }]
    expect(parseCaptions(bytes('WEBVTT\n\n00:01.000 --> 00:02.000\né &amp; ö'))).toEqual({
      format: 'vtt',
      cues,
      dropped: 0,
    })
    expect(parseCaptions(bytes('1\n00:00:01,000 --> 00:00:02,000\né & ö'))).toEqual({ format: 'srt', cues, dropped: 0 })
  })

  test.each<[string, string]>([
    ['srt', '1\n00:00:01,000 --> 00:00:02,000\na\n'],
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n'],
  ])('reads %s between the fences of Markdown only', (format, text) => {
    const fenced = `Sure!\n\n\`\`\`${format}\n${text}\`\`\`\n\nLet me know if I can do more.\n`
    for (const file of [fenced, fenced.replaceAll('\n', '\r\n')]) {
      expect(parseCaptions(bytes(file))).toMatchObject({ format, cues: [{ text: expect.stringMatching(/^a\s*$/) }] })
    }
  })

  test('takes the declared charset', () => {
    const cyrillic = Uint8Array.from([...bytes('1\n00:00:01,000 --> 00:00:02,000\n'), 0xcf, 0xf0])
    expect(parseCaptions(cyrillic, 'windows-1251')?.cues[0]?.text).toBe('Пр')
  })

  test.each<[CaptionFormat, string]>([
    ['json3', '{"events":[{"tStartMs":1000,"dDurationMs":1000,"segs":[{"utf8":"é"}]}]}'],
    ['podcast-json', '{"segments":[{"startTime":1,"endTime":2,"body":"é"}]}'],
    ['srv1', '<transcript><text start="1" dur="1">é</text></transcript>'],
    ['srv3', '<timedtext format="3"><body><p t="1000" d="1000">é</p></body></timedtext>'],
    ['ttml', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">é</p></div></body></tt>'],
    ['ass', '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,é'],
    ['lrc', '[00:01.00]é\n[00:02.00]'],
  ])('reads %s', (format, text) => {
    const cues = [{ startMs: 1000, endMs: 2000, text: 'é' }]
    expect(parseCaptions(bytes(text))).toEqual({ format, cues, dropped: 0 })
    expect(parseCaptions(bytes(`\ufeff${text}`))).toEqual({ format, cues, dropped: 0 })
  })

  test('the HTML transcript of the specification is read', () => {
    const file = path.resolve(import.meta.dirname, '../../test/fixtures/captions/podcast-transcript.html')
    expect(parseCaptions(readFileSync(file))).toMatchObject({ format: 'podcast-html', dropped: 0 })
  })

  test.each([
    ['an HTML transcript without times', '<cite>Ann:</cite><p>Hello.</p><cite>Bob:</cite><p>Hi.</p>'],
    ['one time', '<cite>Ann:</cite><time>0:00</time><p>Hello.</p>'],
    ['dates', '<html><p><time>2026-03-14</time> Hello</p><p><time>14 March</time> Hi</p></html>'],
    [
      'times of day',
      '<html><p><time datetime="2026-03-14T09:30">9:30</time> Doors</p><p><time datetime="10:00">10:00</time> Talk</p></html>',
    ],
    ['the times of a player', '<html><div><time>0:00</time> / <time>45:10</time></div><p>Listen</p></html>'],
    [
      'a transcript on a page that plays the recording',
      '<html><audio src="a.mp3"></audio><time>0:00</time><p>a</p><time>0:05</time><p>b</p></html>',
    ],
  ])('a page with %s is null', (_, html) => {
    expect(parseCaptions(bytes(html))).toBeNull()
  })

  test('a file of anything else is null', () => {
    expect(parseCaptions(bytes('hello'))).toBeNull()
    expect(parseCaptions(Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))).toBeNull()
  })
})

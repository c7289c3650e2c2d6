import { describe, expect, test } from 'vitest'
import { parseCaptions } from '@/lib/captions/parse-captions'
import { sniffCaptions } from '@/lib/captions/sniff-captions'

describe('sniffCaptions', () => {
  test.each<[string, string, 'webvtt' | 'srt' | null]>([
    ['WebVTT', 'WEBVTT\n\n00:00.000 --> 00:01.000\nx', 'webvtt'],
    ['WebVTT with a mark and a header', '\ufeffWEBVTT - Talk\r\nKind: captions\r\n', 'webvtt'],
    ['WebVTT without cues', 'WEBVTT', 'webvtt'],
    ['SRT', '1\r\n00:00:01,000 --> 00:00:02,000\r\nx', 'srt'],
    ['SRT without counters, with a mark', '\ufeff00:00:01,000 --> 00:00:02,000\rx', 'srt'],
    ['SRT under a credit', '\n\nSubtitles by Ann\n\n1\n00:00:01,000 --> 00:00:02,000\nx', 'srt'],
    ['WebVTT without its signature', '00:01.000 --> 00:02.000\nx', 'srt'],
    ['a longer word', 'WEBVTTX\n\nhello', null],
    ['prose', 'Dear all,\n\nsee you at 10:00 --> room 5.\n', null],
    ['a page that shows a cue far down', `${'# Captions\n'.repeat(30)}00:00:01,000 --> 00:00:02,000`, null],
    ['nothing', '', null],
  ])('%s', (_, text, format) => expect(sniffCaptions(text)).toBe(format))
})

describe('parseCaptions', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('reads either format by its content', () => {
    const cues = [{ startMs: 1000, endMs: 2000, text: 'é & ö' }]
    expect(parseCaptions(bytes('WEBVTT\n\n00:01.000 --> 00:02.000\né &amp; ö'))).toEqual({
      format: 'webvtt',
      cues,
      dropped: 0,
    })
    expect(parseCaptions(bytes('1\n00:00:01,000 --> 00:00:02,000\né & ö'))).toEqual({ format: 'srt', cues, dropped: 0 })
  })

  test('takes the declared charset', () => {
    const cyrillic = Uint8Array.from([...bytes('1\n00:00:01,000 --> 00:00:02,000\n'), 0xcf, 0xf0])
    expect(parseCaptions(cyrillic, 'windows-1251')?.cues[0]?.text).toBe('Пр')
  })

  test('a file of anything else is null', () => {
    expect(parseCaptions(bytes('hello'))).toBeNull()
    expect(parseCaptions(Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))).toBeNull()
  })
})

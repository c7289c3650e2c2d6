import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { MAX_CAPTION_BYTES } from './caption-limits'
import { decodeCaptions } from './decode'

const bytes = (text: string, charset: string, addBOM = false) => iconv.encode(text, charset, { addBOM })

const xml = (charset: string) => `<?xml version="1.0" encoding="${charset}"?>`

describe('decodeCaptions', () => {
  test.each<[string, string, Uint8Array, string | undefined]>([
    ['UTF-8', 'naïve “日本”', bytes('naïve “日本”', 'utf-8'), undefined],
    ['UTF-8 with its mark', 'naïve', bytes('naïve', 'utf-8', true), undefined],
    ['UTF-8 with its mark, declared otherwise', 'naïve', bytes('naïve', 'utf-8', true), 'shift_jis'],
    ['UTF-8 declared as Latin-1', 'naïve', bytes('naïve', 'utf-8'), 'ISO-8859-1'],
    ['a genuine replacement character', 'a\ufffdb', bytes('a\ufffdb', 'utf-8'), undefined],
    ['UTF-16LE with its mark', 'añ', bytes('añ', 'utf-16le', true), 'utf-8'],
    ['UTF-16BE with its mark', 'añ', bytes('añ', 'utf-16be', true), undefined],
    ['UTF-16LE without a mark', '1\nañ', bytes('1\nañ', 'utf-16le'), undefined],
    ['UTF-16BE without a mark', '1\nañ', bytes('1\nañ', 'utf-16be'), undefined],
    ['windows-1252 undeclared', '“naïve” – €5…', bytes('“naïve” – €5…', 'windows-1252'), undefined],
    ['windows-1252 declared as Latin-1', '“naïve”', bytes('“naïve”', 'windows-1252'), 'latin1'],
    ['windows-1252 declared as UTF-8', '“naïve”', bytes('“naïve”', 'windows-1252'), 'utf-8'],
    ['Shift_JIS', '字幕', bytes('字幕', 'shift_jis'), 'Shift_JIS'],
    ['windows-1251', 'Привет', bytes('Привет', 'windows-1251'), ' windows-1251 '],
    ['GB 18030', '字幕', bytes('字幕', 'gb18030'), 'gb18030'],
    ['an unknown charset', 'naïve', bytes('naïve', 'windows-1252'), 'x-nonsense'],
    ['an encoding that is no charset', 'plain', bytes('plain', 'utf-8'), 'base64'],
    ['nothing', '', new Uint8Array(), undefined],
    ['XML’s own declaration', `${xml('windows-1251')}Пр`, bytes(`${xml('windows-1251')}Пр`, 'windows-1251'), undefined],
    [
      'XML declared otherwise outside',
      `${xml('windows-1251')}é`,
      bytes(`${xml('windows-1251')}é`, 'gb18030'),
      'gb18030',
    ],
    ['XML with a leftover declaration', `${xml('UTF-16')}é`, bytes(`${xml('UTF-16')}é`, 'utf-8'), undefined],
    ['XML declared as nonsense', `${xml('base64')}é`, bytes(`${xml('base64')}é`, 'utf-8'), undefined],
  ])('%s', (_, text, input, charset) => expect(decodeCaptions(input, charset)).toBe(text))

  test.each(['utf-32le', 'utf-32be'])('%s, with and without a mark', (charset) => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\nañ 字幕\n'
    expect(decodeCaptions(bytes(text, charset, true))).toBe(text)
    expect(decodeCaptions(bytes(text, charset))).toBe(text)
  })

  test('UTF-7, whose arrows are in letters', () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\nCafé\n'
    expect(decodeCaptions(bytes('1\n00:00:01,000 --+AD4- 00:00:02,000\nCaf+AOk-\n', 'utf-8'))).toBe(text)
  })

  test('UTF-8 cut inside a character stays UTF-8', () => {
    const whole = bytes('これは字幕ファイルの例です。終わり', 'utf-8')
    expect(decodeCaptions(whole.subarray(0, -1))).toBe('これは字幕ファイルの例です。終わ\ufffd')
  })

  test('more than 32 MB is refused', () => {
    expect(() => decodeCaptions(new Uint8Array(MAX_CAPTION_BYTES + 1))).toThrow(
      expect.objectContaining({ code: 'file_too_large', status: 413 }),
    )
  })
})

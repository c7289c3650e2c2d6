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

  test.each<[string, string[]]>([
    ['windows-1252', ["L'été, où êtes-vous allés ?", "C'est déjà l'heure."]],
    ['windows-1252', ['Größe und Übung', 'schön, daß du da bist']],
    ['windows-1252', ['naïve café', '“quoted”']],
    ['windows-1250', ['Dziękuję, gdzie są książki?', 'źródło żółć']],
    ['windows-1251', ['Привет, как дела?', 'Я тебя люблю.']],
    ['koi8-r', ['Привет, как дела?', 'Я тебя люблю.']],
    ['windows-1253', ['Καλημέρα, τι κάνεις;', 'Ευχαριστώ πολύ']],
    ['windows-1254', ['Teşekkür ederim, nasılsınız?', 'İyi akşamlar, güneş']],
    ['windows-1255', ['שלום, מה שלומך?', 'תודה רבה לך']],
    ['windows-1256', ['مرحبا كيف حالك', 'شكرا جزيلا لك']],
    ['tis-620', ['สวัสดีครับ', 'ขอบคุณมาก คุณสบายดีไหม']],
    ['shift_jis', ['これは字幕です。', 'ありがとうございます']],
    ['euc-jp', ['これは字幕です。', 'ありがとうございます']],
    ['gb18030', ['你好，世界', '我们今天去哪里？']],
    ['big5', ['你好，世界', '我們今天去哪裡？']],
    ['euc-kr', ['안녕하세요', '오늘은 어디로 갈까요?']],
  ])('%s is guessed from its letters: %j', (charset, lines) => {
    const cues = lines.map(
      (line, index) => `${index + 1}\r\n00:00:0${index},000 --> 00:00:0${index + 1},000\r\n${line}\r\n`,
    )
    const text = cues.join('\r\n')
    expect(decodeCaptions(bytes(text, charset))).toBe(text)
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

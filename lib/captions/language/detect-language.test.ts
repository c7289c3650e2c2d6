import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectLanguage } from './detect-language'

const segments = (...lines: string[]) =>
  lines.map((text, index) => ({ startMs: index * 1000, endMs: index * 1000 + 900, text }))

const SENTENCES: readonly (readonly [string, string])[] = [
  ['en', 'Ask not what your country can do for you.'],
  ['de', 'Guten Tag, das ist ein Vortrag über das Wetter.'],
  ['fr', 'Bonjour à tous, voici la météo de demain.'],
  ['es', 'Hola a todos, esto es una prueba de subtítulos.'],
  ['pt', 'Não sei o que fazer com estas legendas.'],
  ['it', 'Ciao a tutti, questa è una prova dei sottotitoli.'],
  ['nl', 'Dat is goed, ik weet het niet.'],
  ['sv', 'Hej allihop, det här är ett test.'],
  ['fi', 'Hei kaikki, tämä on testi.'],
  ['pl', 'Cześć wszystkim, to jest test napisów.'],
  ['ru', 'Добрый день, это доклад о погоде на завтра.'],
  ['uk', 'Привіт усім, це перевірка субтитрів.'],
  ['tr', 'Herkese merhaba, bu bir altyazı testi.'],
  ['ar', 'مرحبا بالجميع، هذا اختبار للترجمة.'],
  ['he', 'שלום לכולם, זו בדיקת כתוביות.'],
  ['ja', '皆さんこんにちは、これは字幕のテストです。'],
  ['zh', '大家好，今天我们来谈谈明天的天气。'],
  ['ko', '여러분 안녕하세요, 자막 테스트입니다.'],
  ['el', 'Γεια σε όλους, αυτό είναι ένα τεστ.'],
]

describe('the language of a text', () => {
  test.each(SENTENCES)('is detected as %s from one sentence: %s', async (lang, sentence) => {
    expect(await detectLanguage(segments(sentence))).toBe(lang)
  })

  test.each([
    ['a name', 'Alice.'],
    ['sounds', '[music] ♪ ♪ (applause)'],
    ['times and numbers', '12:30 - 14:00, 1,000,000.00'],
    ['interjections', 'La la la la la la.'],
    ['Latin filler', 'Lorem ipsum dolor sit amet'],
    ['a sentence that Danes and Norwegians both write', 'Hej alle sammen, dette er en prøve.'],
    ['Indonesian, which the detector takes for Malay', 'Halo semuanya, ini adalah tes subtitle untuk besok.'],
    ['nothing', ''],
  ])('stays unknown for %s', async (_, text) => {
    expect(await detectLanguage(segments(text))).toBeNull()
  })

  test('is that of most of a long text, after any opening', async () => {
    const song = Array.from({ length: 10 }, () => 'Oh baby, I love you more than words can say.')
    const speech = Array.from(
      { length: 300 },
      (_, index) => `Und dann gingen wir ${index} Schritte weiter in den Wald.`,
    )
    expect(await detectLanguage(segments(...song, ...speech))).toBe('de')
  })

  test('is looked for in a bounded part of any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 2000 }), { maxLength: 30 }), async (lines) => {
        const lang = await detectLanguage(segments(...lines))
        expect(lang === null || /^[a-z]{2}$/.test(lang)).toBe(true)
      }),
      { numRuns: 60 },
    )
    const huge = Array.from({ length: 20_000 }, () => 'das ist ein sehr langer Satz '.repeat(40))
    expect(await detectLanguage(segments(...huge))).toBe('de')
  })
})

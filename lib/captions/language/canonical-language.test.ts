import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { canonicalLanguage } from './canonical-language'
import { isSameSpeech, languageDistance, languageRanges } from './match'

describe('canonicalLanguage', () => {
  test.each([
    ['en', 'en'],
    ['EN-us', 'en-US'],
    [' en_GB ', 'en-GB'],
    ['iw', 'he'],
    ['iw-IL', 'he-IL'],
    ['in', 'id'],
    ['ji', 'yi'],
    ['jw', 'jv'],
    ['tl', 'fil'],
    ['fil', 'fil'],
    ['fi', 'fi'],
    ['mo', 'ro'],
    ['no', 'no'],
    ['nb-NO', 'nb-NO'],
    ['no-nyn', 'nn'],
    ['sh', 'sr-Latn'],
    ['sr-cyrl', 'sr-Cyrl'],
    ['deu', 'de'],
    ['ger', 'de'],
    ['eng-US', 'en-US'],
    ['cmn-Hans-CN', 'zh-Hans-CN'],
    ['zh-yue', 'yue'],
    ['zh-cmn-hant', 'zh-Hant'],
    ['zh-min-nan', 'nan'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['zh-CHT', 'zh-Hant'],
    ['es-419', 'es-419'],
    ['en-orig', 'en'],
    ['pt-BR-orig', 'pt-BR'],
    ['sgn-ase', 'ase'],
    ['i-klingon', 'tlh'],
    ['en-GB-oed', 'en-GB-oxendict'],
    ['en-x-private', 'en-x-private'],
  ])('%s is %s', (tag, canonical) => expect(canonicalLanguage(tag)).toBe(canonical))

  test.each([
    null,
    undefined,
    '',
    ' ',
    '-',
    'e',
    'en--US',
    'english',
    'und',
    'und-Latn',
    'mul',
    'zxx',
    'x-foo',
    'root',
    '日本語',
    'en US',
    'a'.repeat(9000),
  ])('%s names none', (tag) => expect(canonicalLanguage(tag)).toBeNull())

  test('never throws, and again changes nothing', () => {
    const tag = fc.oneof(
      fc.string(),
      fc.array(fc.stringMatching(/^[a-zA-Z\d]{1,8}$/)).map((subtags) => subtags.join('-')),
    )
    fc.assert(
      fc.property(tag, tag, (a, b) => {
        const first = canonicalLanguage(a)
        const second = canonicalLanguage(b)
        expect(canonicalLanguage(first)).toBe(first)
        if (first === null) return
        expect(languageDistance(first, first)).toBe(0)
        if (second !== null) expect(languageDistance(first, second) === 0).toBe(languageDistance(second, first) === 0)
      }),
      { numRuns: propertyRuns(2000) },
    )
  })
})

test.each([
  [
    'zh-Hant-CN-x-private1-private2',
    ['zh-Hant-CN-x-private1-private2', 'zh-Hant-CN-x-private1', 'zh-Hant-CN', 'zh-Hant', 'zh'],
  ],
  ['en-US-u-ca-gregory', ['en-US-u-ca-gregory', 'en-US-u-ca', 'en-US', 'en']],
  ['fil', ['fil']],
])('a lookup for %s', (tag, ranges) => expect(languageRanges(tag)).toEqual(ranges))

describe('languageDistance', () => {
  test.each([
    ['no', 'nb'],
    ['nb', 'no'],
    ['no-NO', 'nb-NO'],
    ['he', 'he'],
  ])('%s is exactly %s', (asked, offered) => expect(languageDistance(asked, offered)).toBe(0))

  test.each([
    ['fi', 'fil'],
    ['fil', 'fi'],
    ['en', 'enm'],
    ['zh', 'yue'],
    ['yue', 'zh-TW'],
    ['yue', 'zh-Hans-HK'],
    ['zh-TW', 'zh-Hans'],
    ['zh-TW', 'zh-CN'],
    ['zh-Hans', 'zh-Hant'],
    ['zh-HK', 'zh-Hans'],
    ['sr-Latn', 'sr-Cyrl'],
    ['hr', 'sr-Latn'],
    ['da', 'nb'],
    ['pt', 'gl'],
  ])('%s is never %s', (asked, offered) => expect(languageDistance(asked, offered)).toBeNull())

  test.each([
    ['en', ['en', 'en-US', 'en-CA', 'fr']],
    ['en', ['en-US', 'en-GB']],
    ['en-AU', ['en-AU', 'en', 'en-GB', 'en-US']],
    ['en-US', ['en-US', 'en', 'en-GB']],
    ['es-MX', ['es-MX', 'es', 'es-419', 'es-ES']],
    ['es-419', ['es-419', 'es', 'es-AR', 'es-ES']],
    ['es', ['es', 'es-ES', 'es-419']],
    ['pt', ['pt', 'pt-BR', 'pt-PT']],
    ['pt-PT', ['pt-PT', 'pt', 'pt-AO', 'pt-BR']],
    ['pt-BR', ['pt-BR', 'pt', 'pt-PT']],
    ['zh', ['zh', 'zh-Hans', 'zh-TW']],
    ['zh-CN', ['zh-CN', 'zh-Hans', 'zh-SG']],
    ['zh-TW', ['zh-TW', 'zh-Hant', 'zh-HK', 'zh', 'zh-Hans']],
    ['zh-HK', ['zh-HK', 'zh-Hant', 'zh-TW', 'zh']],
    ['zh-Hant', ['zh-Hant', 'zh-TW', 'zh-HK', 'zh']],
    ['sr', ['sr', 'sr-Cyrl', 'sr-Latn']],
    ['sr-Latn', ['sr-Latn', 'sr', 'sr-Cyrl']],
    ['nb', ['nb', 'nb-NO', 'nn', 'da']],
    ['nn', ['nn', 'nn-NO', 'no', 'sv']],
    ['ca', ['ca', 'ca-valencia', 'es']],
    ['yue', ['yue', 'yue-HK', 'zh-HK', 'zh-TW']],
    ['zh-HK', ['zh-HK', 'zh', 'yue', 'en']],
  ])('%s is nearest to %j, in this order', (asked, offered) => {
    const distances = offered.map((tag) => languageDistance(asked, tag) ?? Number.POSITIVE_INFINITY)
    for (const [index, distance] of distances.entries())
      if (index > 0) expect([offered[index], distance > (distances[index - 1] ?? 0)]).toEqual([offered[index], true])
  })
})

test.each([
  ['en-GB', 'en', true],
  ['zh-TW', 'zh-Hans', true],
  ['nn', 'no', true],
  ['sr-Latn', 'sr', true],
  ['yue', 'zh', false],
  ['yue', 'zh-HK', true],
  ['zh-MO', 'yue', true],
  ['fi', 'fil', false],
])('%s and %s are the same when spoken: %s', (a, b, isSame) => expect(isSameSpeech(a, b)).toBe(isSame))

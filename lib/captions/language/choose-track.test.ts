import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { canonicalLanguage } from './canonical-language'
import { type Choice, chooseTrack, type Track } from './choose-track'

/**
 * Tracks in short: `en` is a human track, `~en` an automatic one, `>en` a machine translation; `en!` is the original,
 * `en*` the default, `?` has no language.
 */
function tracksOf(short: string): Track[] {
  return short.split(' ').flatMap((word) => {
    const [, mark, lang, flags = ''] = /^([~>]?)([^!*]+)([!*]*)$/.exec(word) ?? []
    if (lang === undefined) return []
    const track: Track = { lang: lang === '?' ? null : lang, source: mark === '' ? 'captions' : 'auto_captions' }
    if (mark === '>') track.machineTranslated = true
    if (flags.includes('!')) track.original = true
    if (flags.includes('*')) track.isDefault = true
    return [track]
  })
}

/** A choice in short: the place of the track, whether it's a fallback, and why. */
function inShort(tracks: readonly Track[], choice: Choice<Track>): string {
  if (choice.kind === 'unavailable') return `unavailable ${choice.availableLangs.join(',')}`.trim()
  const what =
    choice.kind === 'track' ? `#${tracks.indexOf(choice.track)} ${choice.lang ?? '?'}` : `speech ${choice.lang ?? '?'}`
  return `${what} ${choice.reason}${choice.fallback ? ' fallback' : ''}`
}

function choose(short: string, requestedLang: string, spokenLang: string | null, strict = false): string {
  const tracks = tracksOf(short)
  return inShort(tracks, chooseTrack(tracks, { requestedLang, spokenLang, strict }))
}

describe('the language asked for', () => {
  test.each([
    ['~en en', 'en', 'en', '#1 en human_exact'],
    ['en-GB ~en en', 'en', 'en', '#2 en human_exact'],
    ['~en en-GB', 'en', 'en', '#1 en-GB human_same_base'],
    ['de en-GB', 'en', null, '#1 en-GB human_same_base'],
    ['de en', 'en-GB', null, '#1 en human_same_base'],
    ['en-GB', 'en-US', 'en', '#0 en-GB human_same_base'],
    ['de ~en', 'en', 'en', '#1 en automatic_exact'],
    ['~en-US ~en', 'en', 'en', '#1 en automatic_exact'],
    ['de ~en-US', 'en', 'en', '#1 en-US automatic_same_base'],
    ['~en!', 'en-AU', null, '#0 en automatic_same_base'],
    ['iw', 'he', null, '#0 he human_exact'],
    ['he', 'iw', null, '#0 he human_exact'],
    ['in', 'id', null, '#0 id human_exact'],
    ['nb', 'no', null, '#0 nb human_exact'],
    ['no', 'nb', null, '#0 no human_exact'],
    ['nn no', 'nb', null, '#1 no human_exact'],
    ['nn ~no', 'nb', null, '#0 nn human_same_base'],
    ['nb', 'nn', null, '#0 nb human_same_base'],
    ['sr-Latn', 'sh', null, '#0 sr-Latn human_exact'],
    ['zh-Hant zh-Hans', 'zh', null, '#1 zh-Hans human_same_base'],
    ['zh-Hans zh-Hant', 'zh-TW', null, '#1 zh-Hant human_same_base'],
    ['zh-Hant zh-Hans', 'zh-CN', null, '#1 zh-Hans human_same_base'],
    ['zh-TW zh-HK', 'zh-HK', null, '#1 zh-HK human_exact'],
    ['zh-Hans ~zh-Hant', 'zh-HK', 'zh', '#1 zh-Hant automatic_same_base'],
    ['pt-PT pt-BR', 'pt', null, '#1 pt-BR human_same_base'],
    ['pt-BR', 'pt-PT', null, '#0 pt-BR human_same_base'],
    ['es-ES es-419', 'es-MX', null, '#1 es-419 human_same_base'],
    ['EN_us', 'en-US', null, '#0 en-US human_exact'],
    ['en-orig', 'en', null, '#0 en human_exact'],
    ['en-GB en-AU', 'en-NZ', null, '#0 en-GB human_same_base'],
    ['en en', 'en', null, '#0 en human_exact'],
  ])('%s, asked for %s, spoken %s: %s', (short, requested, spoken, expected) => {
    expect(choose(short, requested, spoken)).toBe(expected)
    expect(choose(short, requested, spoken, true)).toBe(expected)
  })
})

describe('speech-to-text where the language asked for is spoken', () => {
  test.each([
    ['', 'en', 'en', 'speech en requested_is_spoken'],
    ['de fr', 'en', 'en', 'speech en requested_is_spoken'],
    ['de', 'en', 'en-GB', 'speech en-GB requested_is_spoken'],
    ['>en', 'en', 'en', 'speech en requested_is_spoken'],
    ['fil', 'fi', 'fi', 'speech fi requested_is_spoken'],
    ['zh-Hans', 'zh-TW', 'zh', 'speech zh requested_is_spoken'],
    ['de', 'nn', 'no', 'speech no requested_is_spoken'],
    ['', 'en', null, 'speech ? spoken_unknown'],
    ['>en >de', 'en', null, 'speech ? spoken_unknown'],
    ['', 'not a tag', null, 'speech ? spoken_unknown'],
  ])('%s, asked for %s, spoken %s: %s', (short, requested, spoken, expected) => {
    expect(choose(short, requested, spoken)).toBe(expected)
    expect(choose(short, requested, spoken, true)).toBe(expected)
  })
})

describe('fallbacks, and what is available in the strict case', () => {
  test.each([
    ['fr de ~de', 'en', 'de', '#1 de human_spoken fallback', 'fr,de'],
    ['fr de-AT ~de', 'en', 'de', '#1 de-AT human_spoken fallback', 'fr,de-AT,de'],
    ['fr ~de', 'en', 'de', '#1 de automatic_spoken fallback', 'fr,de'],
    ['fr ~de!', 'en', null, '#1 de automatic_spoken fallback', 'fr,de'],
    ['fr de! ', 'en', null, '#1 de human_spoken fallback', 'fr,de'],
    ['fr de', 'en', null, '#0 fr first_human fallback', 'fr,de'],
    ['fr de', 'en', 'it', '#0 fr first_human fallback', 'fr,de'],
    ['? fr', 'en', null, '#0 ? first_human fallback', 'fr'],
    ['fil', 'fi', null, '#0 fil first_human fallback', 'fil'],
    ['fi', 'fil', null, '#0 fi first_human fallback', 'fi'],
    ['>en fr', 'en', null, '#1 fr first_human fallback', 'fr'],
    ['>en ~fr! >de', 'en', null, '#1 fr automatic_spoken fallback', 'fr'],
    ['zh-Hans', 'zh-TW', null, '#0 zh-Hans first_human fallback', 'zh-Hans'],
    ['yue', 'zh', 'yue', '#0 yue human_spoken fallback', 'yue'],
    ['', 'en', 'de', 'speech de no_other_captions fallback', ''],
    ['>en', 'en', 'de', 'speech de no_other_captions fallback', ''],
    ['fr iw fr', 'x', null, '#0 fr first_human fallback', 'fr,he'],
  ])('%s, asked for %s, spoken %s: %s', (short, requested, spoken, expected, available) => {
    expect(choose(short, requested, spoken)).toBe(expected)
    expect(choose(short, requested, spoken, true)).toBe(`unavailable ${available}`.trim())
  })
})

describe('auto: the language spoken', () => {
  test.each([
    ['en de ~de', 'de', '#1 de human_exact'],
    ['en ~de', 'de', '#1 de automatic_exact'],
    ['en ~de!', null, '#1 de automatic_exact'],
    ['en de-AT ~de!', null, '#1 de-AT human_same_base'],
    ['en fr', 'de', 'speech de requested_is_spoken'],
    ['en de*', null, '#1 de default'],
    ['en de', null, '#0 en first_human'],
    ['en ?!', null, '#1 ? original'],
    ['~?', null, '#0 ? first_automatic'],
    ['', 'de', 'speech de requested_is_spoken'],
    ['>en', null, 'speech ? spoken_unknown'],
    ['', null, 'speech ? spoken_unknown'],
  ])('%s, spoken %s: %s', (short, spoken, expected) => {
    expect(choose(short, 'auto', spoken)).toBe(expected)
    expect(choose(short, ' AUTO ', spoken, true)).toBe(expected)
  })
})

describe('chooseTrack', () => {
  const lang = fc.constantFrom(
    'en',
    'en-GB',
    'en-US',
    'fi',
    'fil',
    'no',
    'nn',
    'zh',
    'zh-Hant',
    'zh-CN',
    'iw',
    'und',
    '-x',
  )
  const track = fc.record<Track & { id: number }>(
    {
      id: fc.integer(),
      lang: fc.option(lang),
      source: fc.constantFrom('captions', 'auto_captions'),
      machineTranslated: fc.boolean(),
      original: fc.boolean(),
      isDefault: fc.boolean(),
    },
    { requiredKeys: ['id', 'lang', 'source'] },
  )
  const requested = fc.record({
    requestedLang: fc.oneof(lang, fc.constant('auto'), fc.string()),
    spokenLang: fc.option(lang),
    strict: fc.boolean(),
  })

  test('gives the same each time, never a machine translation, and never a fallback when strict', () => {
    fc.assert(
      fc.property(fc.array(track, { maxLength: 8 }), requested, (tracks, asked) => {
        const before = structuredClone(tracks)
        const choice = chooseTrack(tracks, asked)
        expect(chooseTrack(tracks, asked)).toEqual(choice)
        expect(tracks).toEqual(before)
        if (choice.kind === 'track') {
          expect(tracks).toContain(choice.track)
          expect(choice.track.machineTranslated ?? false).toBe(false)
          expect(choice.lang).toBe(canonicalLanguage(choice.track.lang))
        }
        if (choice.kind === 'unavailable') expect(asked.strict).toBe(true)
        else if (asked.strict) expect(choice.fallback).toBe(false)
      }),
      { numRuns: propertyRuns(3000) },
    )
  })

  test('takes the first of equal tracks, and machine translations change nothing', () => {
    fc.assert(
      fc.property(fc.array(track, { maxLength: 6 }), requested, (tracks, asked) => {
        const choice = chooseTrack(tracks, asked)
        const twice = tracks.flatMap((one) => [one, { ...one, id: one.id + 1 }])
        expect(chooseTrack(twice, asked)).toEqual(choice)
        const translated = tracks.flatMap((one) => [{ ...one, machineTranslated: true }, one])
        expect(chooseTrack(translated, asked)).toEqual(choice)
      }),
      { numRuns: propertyRuns(2000) },
    )
  })

  test('a human track in the requested language always comes first', () => {
    fc.assert(
      fc.property(fc.array(track, { maxLength: 6 }), fc.nat(), requested, (tracks, at, asked) => {
        const wanted = { id: 0, lang: 'ko', source: 'captions' as const }
        const all = tracks.toSpliced(at % (tracks.length + 1), 0, wanted)
        expect(chooseTrack(all, { ...asked, requestedLang: 'ko' })).toMatchObject({
          track: wanted,
          reason: 'human_exact',
        })
      }),
    )
  })
})

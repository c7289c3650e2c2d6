import { describe, expect, test } from 'vitest'
import { chooseYoutubeUrls, hasJson3Events, parseYoutubePlayer } from './youtube-captions'

const PAGE = 'https://www.youtube.com/watch?v=jNQXAC9IVRw'
const timedText = (query: string) => `https://www.youtube.com/api/timedtext?v=jNQXAC9IVRw&${query}`
const track = (languageCode: string, kind?: string) => ({
  baseUrl: timedText(`lang=${languageCode}`),
  languageCode,
  kind,
})

function known(captionTracks: unknown, { videoId = 'jNQXAC9IVRw', fetched = [] as unknown[] } = {}) {
  const captions = { playerCaptionsTracklistRenderer: { captionTracks } }
  return { response: { videoDetails: { videoId }, captions }, fetched }
}

const langsOf = (player: unknown) =>
  chooseYoutubeUrls(parseYoutubePlayer(PAGE, player)).map((url) => new URL(url).searchParams.get('lang'))

describe('captions of YouTube', () => {
  test('in the spoken language come first, written before automatic', () => {
    expect(langsOf(known([track('fr'), track('en-GB'), track('en', 'asr')]))).toEqual(['en-GB', 'en', 'fr'])
    expect(langsOf(known([track('fr'), track('de')]))).toEqual(['fr'])
    expect(langsOf(known([track('en', 'asr')]))).toEqual(['en'])
  })

  test('that the player shows come before all', () => {
    const fetched = [timedText('lang=es&pot=old'), timedText('lang=it&pot=proof&fmt=srv3')]
    const [first] = chooseYoutubeUrls(parseYoutubePlayer(PAGE, known([track('en', 'asr')], { fetched })))
    expect(first).toBe(timedText('lang=it&pot=proof&fmt=json3'))
  })

  test('from another video or another site are not taken', () => {
    expect(langsOf(known([track('en')], { videoId: 'otherVideo1' }))).toEqual([])
    const elsewhere = { baseUrl: 'https://evil.example/api/timedtext?v=jNQXAC9IVRw', languageCode: 'en' }
    const otherPath = { baseUrl: 'https://www.youtube.com/logout', languageCode: 'en' }
    const fetched = ['https://www.youtube.com/api/timedtext?v=otherVideo1&lang=en', 1]
    expect(langsOf(known([elsewhere, otherPath, null], { fetched }))).toEqual([])
  })

  test('on the page of a short are read', () => {
    const page = 'https://www.youtube.com/shorts/jNQXAC9IVRw'
    expect(parseYoutubePlayer(page, known([track('en')])).tracks).toHaveLength(1)
  })

  test.each([null, 'x', {}, { response: null }, known('none'), known(undefined)])('are none in %j', (player) => {
    expect(parseYoutubePlayer(PAGE, player).tracks).toEqual([])
  })
})

test('an empty answer is no captions', () => {
  expect(hasJson3Events('{"events":[{"tStartMs":0}]}')).toBe(true)
  for (const text of ['', '{}', '{"events":[]}', '<html>']) expect(hasJson3Events(text)).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { parsePlayability } from './parse-playability'
import { parsePlayerResponse } from './player-response'

const ID = 'dQw4w9WgXcQ'

const codeOf = (playabilityStatus: unknown, videoDetails?: Record<string, unknown>) => {
  const details = videoDetails === undefined ? {} : { videoDetails: { videoId: ID, ...videoDetails } }
  return parsePlayability(parsePlayerResponse({ playabilityStatus, ...details }), ID)?.code ?? null
}
const screen = (reason: string, subreason: string) => ({
  playerErrorMessageRenderer: { reason: { simpleText: reason }, subreason: { runs: [{ text: subreason }] } },
})

test.each([
  ['LOGIN_REQUIRED', "Sign in to confirm you're not a bot", 'upstream_blocked'],
  ['LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot', 'upstream_blocked'],
  ['LOGIN_REQUIRED', 'This video may be inappropriate for some users.', 'source_age_restricted'],
  ['LOGIN_REQUIRED', 'Sign in to confirm your age', 'source_age_restricted'],
  ['UNPLAYABLE', 'This video is age-restricted and only available on YouTube', 'source_age_restricted'],
  ['LOGIN_REQUIRED', 'Private video', 'source_private'],
  ['ERROR', 'This video is private', 'source_private'],
  ['LOGIN_REQUIRED', 'Please sign in', 'source_login_required'],
  ['UNPLAYABLE', 'The uploader has not made this video available in your country', 'source_geo_blocked'],
  [
    'UNPLAYABLE',
    'This video contains content from X, who has blocked it in your country on copyright grounds',
    'source_geo_blocked',
  ],
  [
    'UNPLAYABLE',
    "This video is available to this channel's members on level: Friends (or any higher level).",
    'source_members_only',
  ],
  ['UNPLAYABLE', 'Join this channel to get access to members-only content like this video', 'source_members_only'],
  ['UNPLAYABLE', 'This video is only available to Music Premium members', 'source_login_required'],
  ['UNPLAYABLE', 'This video requires payment to watch.', 'source_login_required'],
  ['UNPLAYABLE', 'The page needs to be reloaded.', 'upstream_blocked'],
  ['UNPLAYABLE', "This content isn't available, try again later.", 'upstream_blocked'],
  ['UNPLAYABLE', 'This video is not available', 'source_not_found'],
  [
    'UNPLAYABLE',
    'The following content is not available on this app. Watch on the latest version of YouTube.',
    'upstream_changed',
  ],
  ['UNPLAYABLE', 'Something new', 'upstream_changed'],
  ['ERROR', 'Video unavailable', 'source_not_found'],
  ['ERROR', 'This video has been removed by the uploader', 'source_not_found'],
  [
    'ERROR',
    'This video is no longer available because the YouTube account associated with this video has been terminated.',
    'source_not_found',
  ],
  ['ERROR', 'YouTube is no longer supported in this application or device.', 'upstream_changed'],
  ['LIVE_STREAM_OFFLINE', 'This live event will begin in 3 hours.', 'source_not_started'],
  ['LIVE_STREAM_OFFLINE', 'Premieres in 5 minutes', 'source_not_started'],
  ['LIVE_STREAM_OFFLINE', 'This live stream recording is not available.', 'source_not_found'],
  ['AGE_VERIFICATION_REQUIRED', '', 'source_age_restricted'],
  ['SOMETHING_NEW', 'Video unavailable', 'upstream_changed'],
])('%s, “%s”: %s', (status, reason, code) => {
  expect(codeOf({ status, reason })).toBe(code)
})

describe('fields', () => {
  test('count before words', () => {
    expect(codeOf({ status: 'LOGIN_REQUIRED', reason: 'Neu', desktopLegacyAgeGateReason: 1 })).toBe(
      'source_age_restricted',
    )
    expect(codeOf({ status: 'UNPLAYABLE', errorScreen: { playerCaptchaViewModel: {} } })).toBe('upstream_blocked')
    expect(codeOf({ status: 'UNPLAYABLE', errorScreen: { ypcTrailerRenderer: {} } })).toBe('source_login_required')
    const offer = (offerId: string) => ({
      status: 'UNPLAYABLE',
      errorScreen: { playerLegacyDesktopYpcOfferRenderer: { offerId } },
    })
    expect(codeOf(offer('sponsors_only_video'))).toBe('source_members_only')
    expect(codeOf(offer('x.V.1'))).toBe('source_login_required')
  })

  test('in the small print are read too', () => {
    const country = 'The uploader has not made this video available in your country'
    expect(
      codeOf({ status: 'UNPLAYABLE', reason: 'Video unavailable', errorScreen: screen('Video unavailable', country) }),
    ).toBe('source_geo_blocked')
    expect(codeOf({ status: 'LOGIN_REQUIRED', messages: ['This is a private video. Please sign in.'] })).toBe(
      'source_private',
    )
  })
})

describe('a playable video', () => {
  test('is refused while it is live or about to be', () => {
    expect(codeOf({ status: 'OK' }, { isLive: true })).toBe('source_live')
    expect(codeOf({ status: 'OK' }, { isUpcoming: true })).toBe('source_not_started')
    expect(codeOf({ status: 'LIVE_STREAM_OFFLINE' }, { isUpcoming: true })).toBe('source_not_started')
  })

  test('is not refused when it was live once', () => {
    expect(codeOf({ status: 'OK' }, { isLiveContent: true, isPostLiveDvr: true })).toBeNull()
  })

  test('is a block when it is another one', () => {
    expect(codeOf({ status: 'OK' }, { videoId: 'aQvGIIdgFDM' })).toBe('upstream_blocked')
  })
})

test('an empty answer is about a video that is not there', () => {
  expect(codeOf({})).toBe('source_not_found')
  for (const answer of [{}, { responseContext: {}, trackingParams: 'x' }])
    expect(parsePlayability(parsePlayerResponse(answer), ID)?.code).toBe('source_not_found')
})

test('YouTube’s own words are for the log alone', () => {
  const problem = parsePlayability(
    parsePlayerResponse({ playabilityStatus: { status: 'UNPLAYABLE', reason: 'Something new' } }),
    ID,
  )
  expect([problem?.message, JSON.stringify(problem?.context)].join()).not.toContain('Something new')
  expect(String(problem?.cause)).toContain('unplayable'.toUpperCase())
  expect(String(problem?.cause)).toContain('something new')
})

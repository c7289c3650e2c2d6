import { describe, expect, it } from 'vitest'
import type { ProgramRun } from '@/lib/core/programs/run-program'
import { PLATFORM_IDS } from '@/lib/platforms/platforms'
import { sourceOf } from '@/lib/platforms/site-sources'
import { classifyFailure, classifyLine } from './classify-failure'
import { errorLine } from './error-line'
import { FAILURE_PHRASES } from './failure-phrases'

function failed(stderr: string, exitCode = 1): ProgramRun {
  return { ended: 'exited', exitCode, stdout: Buffer.alloc(0), stderr }
}

/** Lines that mean the same wherever they come from, or YouTube's. */
const LINES = [
  ['Sign in to confirm you’re not a bot. This helps protect our community', 'upstream_blocked'],
  ["Sign in to confirm you're not a bot", 'upstream_blocked'],
  ['Sign in to confirm your age. This video may be inappropriate for some users', 'source_age_restricted'],
  ['Private video. Sign in if you have been granted access', 'source_private'],
  ['Video unavailable. This video is private', 'source_private'],
  ['Join this channel to get access to members-only content like this video', 'source_members_only'],
  ["This video is available to this channel's members on level: X", 'source_members_only'],
  ['Video unavailable. The uploader has not made this video available in your country', 'source_geo_blocked'],
  ['Video unavailable. It contains content from X, who has blocked it in your country', 'source_geo_blocked'],
  ['This video is not available from your location due to geo restriction', 'source_geo_blocked'],
  ['Video unavailable. This video has been removed by the uploader', 'source_not_found'],
  ['This live event will begin in a few moments.', 'source_not_started'],
  ['Premieres in 2 hours', 'source_not_started'],
  ['This video is DRM protected', 'source_drm_protected'],
  [
    "This content isn't available, try again later. The current session has been rate-limited by YouTube",
    'upstream_blocked',
  ],
  ['Unable to download webpage: HTTP Error 429: Too Many Requests', 'upstream_blocked'],
  ['Unable to download webpage: HTTP Error 404: Not Found', 'source_not_found'],
  ['Unable to download webpage: HTTP Error 451: Unavailable For Legal Reasons', 'source_geo_blocked'],
  ['Unable to download JSON metadata: HTTP Error 503: Service Unavailable', 'upstream_failed'],
  ['Unable to download webpage: The read operation timed out', 'upstream_timeout'],
  ['unable to write data: [Errno 28] No space left on device', 'storage_unavailable'],
  ['No video formats found!', 'upstream_changed'],
  ['Unsupported URL: <link>', 'upstream_changed'],
  ['YouTube said: This playlist is private.', 'source_private'],
  ['YouTube said: The playlist does not exist.', 'source_not_found'],
  ['The channel/playlist does not exist and the URL redirected to youtube.com home page', 'source_not_found'],
  ['This channel does not have a videos tab', 'source_not_found'],
  ['This album is protected by a password, use the --video-password option', 'source_private'],
  ['This live event is scheduled for January 1', 'source_not_started'],
  ['This live video has been removed by the uploader', 'source_not_found'],
  ['The account associated with this video has been terminated', 'source_not_found'],
  ['This live stream recording is not available.', 'source_not_found'],
  ['This video is only available for registered users', 'source_login_required'],
  ['You need to purchase access to this video', 'source_login_required'],
  ['You are not authorized to view this video', 'source_login_required'],
  ['Unable to download webpage: HTTP Error 401: Unauthorized', 'source_login_required'],
  ['Unable to download video data: HTTP Error 403: Forbidden', 'upstream_blocked'],
  ['Unable to download webpage: HTTP Error 408: Request Timeout', 'upstream_timeout'],
  ['Unable to download webpage: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed', 'upstream_changed'],
  ['Unable to download webpage: Remote end closed connection without response', 'upstream_timeout'],
  ['Something nobody has seen before', 'upstream_changed'],
] as const

/** Lines of the extractors of each platform, or its site's words in them. */
const LINES_OF_PLATFORMS = [
  ['rednote', 'No video formats found!', 'source_login_required'],
  ['x', 'No suitable extractor (Twitter) found for URL <link>', 'source_not_found'],
  ['x', 'Error(s) while querying API: Rate limit exceeded', 'upstream_blocked'],
  ['x', 'Twitter API says: Age-restricted adult content', 'source_age_restricted'],
  ['x', 'Twitter API says: This Post was deleted', 'source_not_found'],
  ['x', 'Twitter API says: This Post is not available in your country', 'source_geo_blocked'],
  ['x', 'Twitter API says: Unknown error', 'upstream_changed'],
  ['x', 'You are not authorized to view this protected tweet', 'source_private'],
  ['tiktok', "This user's account is private. Log into an account that has access", 'source_private'],
  ['tiktok', "This user's account is likely either private or all of their videos are private", 'source_private'],
  ['tiktok', 'This account does not have any videos posted', 'source_not_found'],
  ['instagram', 'The webpage request was redirected to the login page', 'source_login_required'],
  ['vimeo', 'Got HTTP Error 403. If you are using a VPN/proxy, your IP may be blocked', 'upstream_blocked'],
  ['tiktok', 'Unable to extract secondary user ID. If you are able to get the channel_id', 'upstream_blocked'],
  ['tiktok', 'This post may not be comfortable for some audiences. Log in for access', 'source_age_restricted'],
  ['tiktok', 'You do not have permission to view this post. Log into an account that has access', 'source_private'],
  ['tiktok', 'Video not available, status code 10231', 'source_geo_blocked'],
  ['tiktok', 'Your IP address is blocked from accessing this post', 'source_not_found'],
  ['tiktok', 'TikTok is requiring login for access to this content', 'source_login_required'],
  ['loom', 'This video is password-protected, use the --video-password option', 'source_private'],
  ['web', 'Unsupported URL: <link>', 'unsupported_source'],
  ['web', 'This video is protected by DRM', 'source_drm_protected'],
  ['web', 'This video is protected by a passcode', 'source_private'],
  ['web', 'Unable to download webpage: HTTP Error 401: Unauthorized', 'source_not_found'],
  ['web', 'Unable to download webpage: HTTP Error 403: Forbidden', 'upstream_blocked'],
  ['web', 'This video is available with a subscription', 'source_members_only'],
  ['x', 'NSFW tweet requires authentication', 'source_age_restricted'],
  ['x', 'This account owner limits who can view their Posts', 'source_private'],
  ['x', 'Twitter Space not started yet', 'source_not_started'],
  ['x', 'This live broadcast has not yet started', 'source_not_started'],
  ['x', 'Twitter Space ended but not downloadable yet', 'source_live'],
  ['x', 'Requested tweet is unavailable', 'source_not_found'],
  ['x', 'Broadcast no longer exists', 'source_not_found'],
  ['x', 'Twitter Space ended and replay is disabled', 'source_not_found'],
  ['x', 'No video could be found in this tweet', 'source_not_found'],
  ['facebook', 'The video is not available, Facebook said: "This content is gone"', 'source_not_found'],
  ['vimeo', 'This request has been blocked due to its TLS fingerprint', 'upstream_blocked'],
  ['vimeo', 'This event has not been made available to anyone', 'source_private'],
  ['vimeo', 'Cannot download embed-only video without embedding URL.', 'source_private'],
  ['vimeo', 'This event video is unavailable', 'source_not_found'],
  ['vimeo', 'The web client only works when logged-in.', 'source_login_required'],
  ['vimeo', 'Wrong password', 'source_private'],
  ['rednote', 'Unable to extract initial state', 'source_login_required'],
  ['ted', 'Unable to download webpage: HTTP Error 404: Not Found', 'source_not_found'],
  ['dailymotion', 'dailymotion said: Password protected video', 'source_private'],
  ['dailymotion', 'dailymotion said: This video is not available in your region', 'source_geo_blocked'],
  ['dailymotion', 'dailymotion said: This live stream did not start', 'source_not_started'],
  ['dailymotion', 'dailymotion said: Content rejected.', 'source_not_found'],
  ['soundcloud', 'Unable to download JSON metadata: HTTP Error 404: Not Found', 'source_not_found'],
  ['instagram', 'Restricted Video: You must be 18 years old or over to see this video', 'source_age_restricted'],
  ['instagram', 'This content is only available for registered users who follow this account', 'source_private'],
  ['instagram', 'There is no video in this post', 'source_not_found'],
  ['instagram', 'Instagram sent an empty media response.', 'source_login_required'],
  ['bilibili', 'Request is blocked by server (412), please wait and try later.', 'upstream_blocked'],
  ['bilibili', 'Unable to download video info: 352', 'upstream_blocked'],
  ['bilibili', 'This is a supporter-only video: watch the preview', 'source_members_only'],
  ['bilibili', 'This video may be deleted or geo-restricted.', 'source_not_found'],
  ['bilibili', 'This is a private favorites list. You need to log in as its owner', 'source_private'],
  [
    'twitch',
    'You must be logged into an account that has access to this subscriber-only content',
    'source_members_only',
  ],
  ['twitch', 'Video 635475444 does not exist', 'source_not_found'],
  ['twitch', 'Channel "nobody" not found', 'source_not_found'],
] as const

describe('errorLine', () => {
  it('gives the first error without ornaments, hints and links', () => {
    const colours = String.fromCharCode(27)
    const stderr = [
      'WARNING: [TikTok] something else',
      `${colours}[0;31mERROR:${colours}[0m [Vimeo] 1: Unable to get https://vimeo.com/1?h=SECRET now; please report this issue on  https://github.com/x`,
      'ERROR: a second one',
    ].join('\n')
    expect(errorLine(stderr)).toBe('Unable to get <link> now')
  })

  it('keeps what the platform says after its own colon', () => {
    expect(errorLine('ERROR: [twitter] 9487653: Twitter API says: This Post was deleted')).toBe(
      'Twitter API says: This Post was deleted',
    )
  })

  it('is none where yt-dlp printed no error', () => {
    expect(errorLine('Traceback (most recent call last):\n  ImportError')).toBeNull()
    expect(errorLine('')).toBeNull()
  })

  it('reads a line of 16 KiB without a link immediately', () => {
    expect(errorLine(`ERROR: ${'a:'.repeat(8_000)}`)).toHaveLength(400)
  })
})

describe('classifyLine', () => {
  it.each(LINES)('reads %j as %s', (line, code) => {
    expect(classifyLine(line, 'youtube').code).toBe(code)
  })

  it.each(LINES_OF_PLATFORMS)('reads as %s means them the words %j as %s', (platform, line, code) => {
    expect(classifyLine(line, platform).code).toBe(code)
  })

  const withPhrases = PLATFORM_IDS.filter((platform) => sourceOf(platform)?.ytDlp.failures?.length)

  it.each(withPhrases)('has a line for each phrase of %s', (platform) => {
    const lines = [...LINES_OF_PLATFORMS, ...LINES.map(([line]) => ['youtube', line] as const)]
    const own = lines.filter(([of]) => of === platform).map(([, line]) => line)
    const failures = sourceOf(platform)?.ytDlp.failures ?? []
    expect(failures.filter(({ phrase }) => !own.some((line) => phrase.test(line)))).toEqual([])
  })

  it('has a line for each phrase of all platforms', () => {
    const unmet = FAILURE_PHRASES.filter(({ phrase }) => !LINES.some(([line]) => phrase.test(line)))
    expect(unmet).toEqual([])
  })

  it('advises on a private list by the words of its platform', () => {
    const detail = 'This list is private. Ask its owner for a public link, or paste the links of its videos.'
    expect(classifyLine('This album is protected by a password, use …', 'vimeo').message).toBe(detail)
    expect(classifyLine('This is a private favorites list. You need to log in', 'bilibili').message).toBe(detail)
  })
})

describe('classifyFailure', () => {
  const error = failed('ERROR: [x] 1: Unable to download webpage: Tunnel connection failed: 403 Forbidden')

  it.each([
    ['private_address', 'blocked_url'],
    ['host_not_allowed', 'upstream_changed'],
    ['too_many_bytes', 'file_too_large'],
    ['unreachable', 'upstream_timeout'],
    ['timeout', 'upstream_timeout'],
  ] as const)('explains a vague failure by what the way out refused: %s is %s', (reason, code) => {
    expect(classifyFailure(error, [{ host: 'a.example', reason }], 'x').code).toBe(code)
  })

  it('reads the words of a player on the page of another site as its platform means them', () => {
    const said = failed('ERROR: [youtube] x: Join this channel to get access to members-only content')
    expect(classifyFailure(said, [], 'web').code).toBe('source_members_only')
  })

  it('believes the platform before a host on the side that was refused', () => {
    const refusals = [{ host: 'a.example', reason: 'unreachable' as const }]
    expect(classifyFailure(failed('ERROR: Private video'), refusals, 'youtube').code).toBe('source_private')
  })

  it('recognises a yt-dlp that is too old, broken, or ended by its filter', () => {
    const old = classifyFailure(failed('Usage: yt-dlp [OPTIONS]\n\nyt-dlp: error: no such option: --xff', 2), [], 'x')
    expect([old.code, old.message]).toEqual(['transcriber_unavailable', expect.stringContaining('too old')])
    expect(classifyFailure(failed('ModuleNotFoundError: yt_dlp'), [], 'x').code).toBe('transcriber_unavailable')
    expect(classifyFailure(failed('', 101), [], 'x').code).toBe('source_live')
  })

  it('takes a warning of too many requests for the reason of a failure that gives none', () => {
    const warned = failed(
      'WARNING: [youtube] HTTP Error 429: Too Many Requests\nERROR: [youtube] x: An extractor error',
    )
    expect(classifyFailure(warned, [], 'youtube').code).toBe('upstream_blocked')
    expect(classifyFailure(failed('WARNING: HTTP Error 429\nERROR: Private video'), [], 'youtube').code).toBe(
      'source_private',
    )
  })

  it('takes its time being up for slowness of the source', () => {
    expect(classifyFailure({ ended: 'timedOut', stdout: Buffer.alloc(0), stderr: '' }, [], 'x').code).toBe(
      'upstream_timeout',
    )
  })

  it('has no verdict on a link when yt-dlp was ended', () => {
    const ended = { stdout: Buffer.alloc(0), stderr: '' }
    for (const signalName of ['SIGTERM', 'SIGKILL', 'SIGINT'] as const) {
      const problem = classifyFailure({ ...ended, ended: 'signalled', signalName }, [], 'x')
      expect(problem.code).toBe('service_unavailable')
    }
    expect(classifyFailure(failed('', 143), [], 'x').code).toBe('service_unavailable')
    expect(classifyFailure(failed('ERROR: Interrupted by user'), [], 'x').code).toBe('service_unavailable')
  })

  it('keeps the last line of an error that is not known, without links and secrets', () => {
    const crash = `Traceback (most recent call last):
      File "youtube.py", line 1, in _real_extract
    KeyError: 'streamingData' at https://rr1.example/videoplayback?sig=SECRET with cookie: SID=SECRET`
    const problem = classifyFailure(failed(crash), [], 'youtube')
    expect(problem.code).toBe('upstream_changed')
    expect(problem.cause).toBe("yt-dlp: exit code 1: KeyError: 'streamingData' at <link> with cookie: <secret>")
    const strange = classifyFailure(failed('ERROR: [x] 1: Brand new words, token=SECRET'), [], 'x')
    expect([strange.code, strange.cause]).toEqual(['upstream_changed', 'yt-dlp: Brand new words, token=<secret>'])
  })
})

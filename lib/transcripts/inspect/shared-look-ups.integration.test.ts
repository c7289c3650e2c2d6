import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import type { JobStarted } from '@/lib/jobs/contract'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { platformRoutes } from '@/test/origin/platforms/platform-routes'
import { REDNOTE } from '@/test/origin/platforms/rednote'
import { X } from '@/test/origin/platforms/x'
import { youtubePlayer } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { ended, newUser, useService } from '@/test/service'

const youtube = youtubeOrigin()
/** Answers that a test gives before the platforms' own. */
let special: (url: URL) => OriginAnswer | undefined = () => undefined
const origin = await startOrigin([({ url }) => special(new URL(url)), youtube.route, ...platformRoutes])
const service = await useService()
trustOrigin(origin)
const installed = await findYtDlp()
afterAll(async () => {
  await closeEgressProxy()
  await origin.close()
})
beforeEach(() => {
  origin.requests.length = 0
  special = () => undefined
})

const [attacker, other] = [await newUser(), await newUser()]
const ask = ({ apiKey: key }: typeof other, url: string) =>
  service.call('POST', '/v1/transcript', { key, body: { url } })

/** The transcript of a link with captions, which a slow machine gives by a job. */
async function read(user: typeof other, url: string): Promise<Transcript | undefined> {
  const answer = await ask(user, url)
  if (answer.status === 200) return answer.body
  expect(answer.status).toBe(202)
  return (await ended(service, user.apiKey, (answer.body as JobStarted).job_id)).transcript ?? undefined
}
const asked = (part: string) => origin.requests.filter(({ url }) => url.includes(part)).length

test('a short link’s target is remembered for that very link: another spelling of it names another recording', async () => {
  const [lie, truth] = ['aLieOfOther', 'theTrueTalk']
  youtube.play({
    player: (_, { videoId }) => youtubePlayer(videoId),
    captions: ({ searchParams }) =>
      jsonAnswer({ events: [{ tStartMs: 0, dDurationMs: 900, segs: [{ utf8: searchParams.get('v') ?? '' }] }] }),
  })
  const leads: Record<string, string> = { '/AbCd': lie, '/abcd': truth }
  special = ({ hostname, pathname, search }) =>
    hostname === 't.co'
      ? { status: 302, headers: { location: `https://youtu.be/${search ? lie : leads[pathname]}` } }
      : undefined
  expect(await read(attacker, 'https://t.co/AbCd')).toMatchObject({ video_id: lie })
  // The server of short links never gets what a user has added to one.
  expect(await read(attacker, `https://t.co/abcd?to=${lie}`)).toMatchObject({ video_id: truth })
  expect(await read(other, 'https://t.co/abcd')).toMatchObject({ video_id: truth, text: truth })
  expect(await read(other, 'https://t.co/AbCd')).toMatchObject({ video_id: lie })
  expect(origin.requests.map(({ url }) => url).filter((url) => url.includes('t.co/') && url.includes('?'))).toEqual([])
})

describe.skipIf(!installed)('requests to yt-dlp (skipped where it is not installed)', () => {
  test('a refusal is remembered for the link that was refused, not for the recording', { tags: 'deep' }, async () => {
    special = ({ hostname, searchParams }) =>
      hostname === 'www.xiaohongshu.com' && searchParams.get('xsec_token') === 'wrong'
        ? { status: 404, body: 'gone' }
        : undefined
    const note = (token: string) =>
      `https://www.xiaohongshu.com/explore/${REDNOTE.open}?xsec_token=${token}&xsec_source=pc_feed`
    /** By the answer, or by the job that a slow machine gives instead. */
    const refusal = async (user: typeof other) => {
      const { status, body } = await ask(user, note('wrong'))
      if (status !== 202) return (body as { code: string }).code
      return (await ended(service, user.apiKey, (body as JobStarted).job_id)).error?.code
    }
    expect(await refusal(attacker)).toBe('source_not_found')
    const before = asked('xsec_token=wrong')
    // A repeated request with the wrong token is refused without asking the platform.
    expect((await ask(other, note('wrong'))).body).toMatchObject({ code: 'source_not_found' })
    expect(asked('xsec_token=wrong')).toBe(before)
    const started = await ask(other, note('right'))
    expect(started.status).toBe(202)
    const job = await ended(service, other.apiKey, (started.body as JobStarted).job_id)
    expect(job).toMatchObject({ status: 'done', transcript: { source: 'speech_to_text' } })
    expect(asked('xsec_token=right')).toBeGreaterThan(0)
  })

  test('captions in pieces that are too large together are given up long before the last is fetched', {
    tags: 'deep',
  }, async () => {
    const chunks = Array.from({ length: 600 }, (_, index) => `/subtitles/part-${index}.vtt`)
    const large = `WEBVTT\n\nNOTE\n${'x'.repeat(900_000)}\n`
    special = ({ hostname, pathname }) => {
      if (hostname !== 'video.twimg.com') return undefined
      if (pathname === '/subtitles/en.m3u8') return { body: `#EXTM3U\n${chunks.join('\n')}\n` }
      return pathname.startsWith('/subtitles/part-') ? { body: large } : undefined
    }
    const link = `https://x.com/somebody/status/${X.captioned}`
    const answer = await ask(other, link)
    const job = answer.status === 202 && (await ended(service, other.apiKey, (answer.body as JobStarted).job_id))
    if (job) expect(job.error?.code).toBe('file_too_large')
    else expect([answer.status, answer.body]).toMatchObject([413, { code: 'file_too_large' }])
    expect(asked('/subtitles/part-')).toBeGreaterThan(0)
    expect(asked('/subtitles/part-')).toBeLessThan(60)
    // Other users get the captions once the platform has recovered.
    special = () => undefined
    expect(await read(attacker, link)).toMatchObject({ source: 'captions' })
  })
})

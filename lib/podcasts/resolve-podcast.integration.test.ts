import { describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { useDatabase } from '@/test/database'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { resolvePodcast } from './resolve-podcast'
import { item, page, rss } from './testing/show'

await useDatabase()

const { answers, asked } = await useScriptedOrigin()
// Pages that name nothing would be left to yt-dlp.
setEnv({ ANY_SITE: 'off' })
const signal = new AbortController().signal
const FEED = rss(item('1') + item('2') + item('3'))
const ALTERNATE = '<link rel="alternate" type="application/rss+xml" title="Show" href="/feed">'
const guidOf = (target: Awaited<ReturnType<typeof resolvePodcast>>) =>
  target.kind === 'episode' ? target.episode.guid : target.kind

describe('a web page', () => {
  const resolve = async (head: string, body = '', feed = FEED) => {
    answers.set('show.example/feed', { body: feed })
    answers.set('show.example/p', page(ALTERNATE + head, body))
    return resolvePodcast('https://show.example/p', signal)
  }
  const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

  test.each([
    ['its canonical link', '<link rel="canonical" href="https://www.show.example/2/">', ''],
    ['og:url', '<meta property="og:url" content="http://show.example/2?utm_source=x">', ''],
    ['og:audio', '<meta property="og:audio" content="https://other.example/x/cdn.example/2.mp3?from=page">', ''],
    ['the player it shows', '', '<audio controls src="https://cdn.example/2.mp3#t=60"></audio>'],
    ['a source of its player', '', '<audio><source type="audio/mpeg" src="//cdn.example/2.mp3"></audio>'],
    ['a Twitter card', '<meta name="twitter:player:stream" content="https://cdn.example/2.mp3">', ''],
    [
      'JSON-LD',
      jsonLd({
        '@graph': [
          { '@type': 'PodcastEpisode', audio: [{ '@type': 'AudioObject', contentUrl: 'https://cdn.example/2.mp3' }] },
        ],
      }),
      '',
    ],
    [
      'the title in JSON-LD',
      jsonLd([{ '@type': ['Thing', 'https://schema.org/PodcastEpisode'], name: 'EPISODE 2' }]),
      '',
    ],
  ])('is the episode found by %s', async (_name, head, body) => {
    expect(guidOf(await resolve(head, body))).toBe('2')
  })

  test('is the show when it is the show’s own, with any player on it', async () => {
    expect(
      guidOf(
        await resolve('<link rel="canonical" href="https://show.example/">', '<audio src="https://cdn.example/2.mp3">'),
      ),
    ).toBe('show')
  })

  test('is the show when the only episode has no page but the show’s', async () => {
    const feed = rss(item('1').replace('show.example/1', 'show.example/'))
    expect(guidOf(await resolve('<link rel="canonical" href="https://show.example/">', '', feed))).toBe('show')
  })

  test.each([
    ['when it tells of no episode', '', ''],
    [
      'when it plays several',
      '',
      '<audio src="https://cdn.example/1.mp3"></audio><audio src="https://cdn.example/2.mp3">',
    ],
    ['when all episodes link to it', '<link rel="canonical" href="https://show.example/same">', ''],
    ['when its metadata is broken', '<script type="application/ld+json">{"contentUrl":</script>', ''],
  ])('is the show %s', async (_name, head, body) => {
    const feed = head.includes('same') ? FEED.replace(/show\.example\/\d/g, 'show.example/same') : FEED
    expect(await resolve(head, body, feed)).toMatchObject({
      kind: 'show',
      source: { url: 'https://show.example/feed', servedBy: 'show.example', listed: false },
    })
  })

  test('is the recording that it names when the feed has that no more', async () => {
    expect(await resolve('<meta property="og:audio" content="https://cdn.example/0.mp3">')).toEqual({
      kind: 'audio',
      audioUrl: 'https://cdn.example/0.mp3',
    })
  })

  test('without a feed is the one recording that it names', async () => {
    const audio = '<meta property="og:audio" content="http://cdn.example/9.mp3">'
    const secure = '<meta property="og:audio:secure_url" content="https://cdn.example/9.mp3">'
    answers.set('show.example/p', page(audio + secure))
    expect(await resolvePodcast('https://show.example/p', signal)).toEqual({
      kind: 'audio',
      audioUrl: 'http://cdn.example/9.mp3',
    })
    answers.set('show.example/p', page(audio + audio.replace('9', '8')))
    expect(await resolvePodcast('https://show.example/p', signal)).toEqual({
      kind: 'several',
      urls: ['http://cdn.example/9.mp3', 'http://cdn.example/8.mp3'],
    })
  })

  const frame = (src: string) => `<iframe loading="lazy" src="${src}"></iframe>`
  const youtube = (id: string) => ({
    kind: 'elsewhere',
    found: { kind: 'recording', ref: { platform: 'youtube', videoId: id } },
  })
  const film = { kind: 'audio', audioUrl: 'https://show.example/film.mp4' }

  test.each([
    ['a frame', '', frame('https://www.youtube-nocookie.com/embed/jNQXAC9IVRw?rel=0'), youtube('jNQXAC9IVRw')],
    [
      'a frame that loads late',
      '',
      '<iframe data-src="//www.youtube.com/embed/jNQXAC9IVRw"></iframe>',
      youtube('jNQXAC9IVRw'),
    ],
    [
      'og:video',
      '<meta property="og:video:url" content="https://www.youtube.com/embed/jNQXAC9IVRw">',
      '',
      youtube('jNQXAC9IVRw'),
    ],
    [
      'a Twitter card',
      '<meta name="twitter:player" content="https://www.youtube.com/embed/jNQXAC9IVRw">',
      '',
      youtube('jNQXAC9IVRw'),
    ],
    [
      'JSON-LD',
      jsonLd({ '@type': 'VideoObject', embedUrl: 'https://player.vimeo.com/video/76979871' }),
      frame('https://www.youtube.com/embed/jNQXAC9IVRw'),
      { kind: 'elsewhere', found: { ref: { platform: 'vimeo', videoId: '76979871' } } },
    ],
    [
      'the same video in several places',
      '<meta property="og:video" content="https://www.youtube.com/v/jNQXAC9IVRw">',
      frame('https://www.youtube.com/embed/jNQXAC9IVRw') + frame('https://youtu.be/jNQXAC9IVRw'),
      youtube('jNQXAC9IVRw'),
    ],
    ['a video element', '', '<video src="/film.mp4"></video>', film],
    ['a source of a video', '', '<video><source src="film.mp4"><track src="film.vtt"></video>', film],
    ['several formats of one film', '', '<video><source src="/film.mp4"><source src="/film.webm"></video>', film],
    ['a file in og:video', '<meta property="og:video" content="/film.mp4">', '', film],
    [
      'a film beside one that is decoration',
      '',
      '<video muted loop autoplay><source src="/waves.mp4"></video><video><source src="/film.mp4"></video>',
      film,
    ],
    [
      'a playlist in a frame',
      '',
      frame('https://www.youtube.com/embed/videoseries?list=PLabc'),
      { found: { kind: 'list' } },
    ],
  ])('without a feed is what it plays: %s', async (_name, head, body, expected) => {
    answers.set('show.example/p', page(head, body))
    expect(await resolvePodcast('https://show.example/p', signal)).toMatchObject(expected)
  })

  test.each([
    [
      'frames of ads and maps',
      frame('https://maps.example/x') + frame('about:blank') + frame('https://twitter.com/i/lists/1'),
    ],
    ['decoration', '<video muted loop><source src="/waves.mp4"></video>'],
    ['a picture', '<picture><source srcset="/a.webp"></picture>'],
  ])('with nothing but %s plays nothing', async (_name, body) => {
    answers.set('show.example/p', page('', body))
    expect(await resolvePodcast('https://show.example/p', signal)).toMatchObject({ kind: 'other' })
  })

  test('takes the players of other sites, and none of their counters, where any site is read', async () => {
    setEnv({ ANY_SITE: 'on' })
    const counters = frame('https://ct.pinterest.com/v3/?tid=1') + frame('https://www.linkedin.com/px?x=1')
    answers.set('show.example/p', page('', counters + frame('https://www.youtube.com/embed/jNQXAC9IVRw')))
    expect(await resolvePodcast('https://show.example/p', signal)).toMatchObject(youtube('jNQXAC9IVRw'))
    answers.set('show.example/p', page('', counters + frame('https://rumble.com/embed/v5pv5f')))
    expect(await resolvePodcast('https://show.example/p', signal)).toMatchObject({
      found: { kind: 'recording', ref: { platform: 'web', url: 'https://rumble.com/embed/v5pv5f' } },
    })
    setEnv({ ANY_SITE: 'off' })
  })

  test('with several players names them, each once', async () => {
    answers.set(
      'show.example/p',
      page(
        '',
        frame('https://www.youtube.com/embed/jNQXAC9IVRw').repeat(2) + frame('https://player.vimeo.com/video/76979871'),
      ),
    )
    expect(await resolvePodcast('https://show.example/p', signal)).toEqual({
      kind: 'several',
      urls: ['https://www.youtube.com/watch?v=jNQXAC9IVRw', 'https://vimeo.com/76979871'],
    })
  })

  const ALTERNATE_VIDEO = '<link rel="alternate" href="https://www.youtube.com/watch?v=jNQXAC9IVRw">'
  const PIPED = `<meta property="og:title" content="Piped"><meta property="og:description"
    content="An alternative privacy-friendly YouTube frontend which is efficient by design.">`
  const invidious = (host: string) =>
    `<meta property="og:video:url" content="https://${host}/embed/jNQXAC9IVRw">${ALTERNATE_VIDEO}`
  const stream = '<video><source src="/latest_version?id=jNQXAC9IVRw&itag=18"></video>'

  test.each([
    ['inv.example/watch?v=jNQXAC9IVRw', invidious('inv.example'), stream, youtube('jNQXAC9IVRw')],
    ['piped.example/watch?v=jNQXAC9IVRw', PIPED, '<div id="app"></div>', youtube('jNQXAC9IVRw')],
    ['piped.example/feed?v=jNQXAC9IVRw', PIPED, '<div id="app"></div>', { kind: 'other' }],
    ['tube.example/watch?v=jNQXAC9IVRw', '<meta property="og:title" content="Piped">', '', { kind: 'other' }],
    ['tube.example/watch?v=jNQXAC9IVRw', '', '', { kind: 'other' }],
    // The alternate of another video is not what the page shows.
    ['tube.example/watch?v=anotherId01', ALTERNATE_VIDEO, '', { kind: 'other' }],
    [
      'tube.example/watch?v=jNQXAC9IVRw',
      '',
      '<video src="/film.mp4"></video>',
      { kind: 'audio', audioUrl: 'https://tube.example/film.mp4' },
    ],
  ])(
    'on a front end is the video of YouTube that it says, and no other page is: %s',
    async (at, head, body, expected) => {
      answers.set(at, page(head, body))
      expect(await resolvePodcast(`https://${at}`, signal)).toMatchObject(expected)
    },
  )

  test('on Vimeo with a name in place of a number is the video that it states', async () => {
    answers.set(
      'vimeo.com/nkistudio/some-film',
      page('<meta property="og:video:url" content="https://player.vimeo.com/video/76979871?autoplay=1">'),
    )
    expect(await resolvePodcast('https://vimeo.com/nkistudio/some-film', signal)).toMatchObject({
      found: { kind: 'recording', ref: { platform: 'vimeo', videoId: '76979871' } },
    })
  })

  test('with a feed is the show, with any trailer embedded', async () => {
    expect(guidOf(await resolve('', frame('https://www.youtube.com/embed/jNQXAC9IVRw')))).toBe('show')
  })

  test('may point to several feeds: the first with episodes counts, comments last', async () => {
    const link = (href: string, type = 'application/rss+xml') => `<link rel='ALTERNATE' type="${type}" href="${href}">`
    answers.set('show.example/news', { body: rss('<item><title>News</title></item>') })
    answers.set('show.example/podcast', { body: FEED })
    answers.set(
      'show.example/p',
      page(link('/comments/feed') + link('news') + link('/podcast', 'application/atom+xml')),
    )
    expect(await resolvePodcast('https://show.example/p', signal)).toMatchObject({
      kind: 'show',
      source: { url: 'https://show.example/podcast' },
    })
    expect(asked().slice(1)).toEqual(['https://show.example/news', 'https://show.example/podcast'])
  })

  test('that points to a page points to nothing', async () => {
    answers.set('show.example/p', page(ALTERNATE))
    answers.set('show.example/feed', page(ALTERNATE))
    expect(await resolvePodcast('https://show.example/p', signal)).toMatchObject({ kind: 'other' })
    expect(asked()).toHaveLength(2)
  })

  test('with an unavailable feed is refused for that, unless it names its recording', async () => {
    answers.set('show.example/p', page(ALTERNATE))
    answers.set('show.example/feed', { status: 302, headers: { location: 'http://10.0.0.1/feed' } })
    await expect(resolvePodcast('https://show.example/p', signal)).rejects.toMatchObject({ code: 'blocked_url' })
    answers.set('show.example/p', page(`${ALTERNATE}<meta property="og:audio" content="https://cdn.example/9.mp3">`))
    expect(await resolvePodcast('https://show.example/p', signal)).toMatchObject({ kind: 'audio' })
  })

  test('is read to an end however it is made', async () => {
    answers.set('show.example/deep', page('', '<b>'.repeat(1_000_000) + '</i>'.repeat(1_000_000)))
    answers.set('show.example/lists', page(jsonLd(Array.from({ length: 50_000 }, () => [[]]))))
    for (const path of ['deep', 'lists']) {
      expect(await resolvePodcast(`https://show.example/${path}`, signal)).toMatchObject({ kind: 'other' })
    }
  })
})

describe('beside web pages', () => {
  test('a feed is a show, audio is a recording', async () => {
    answers.set('show.example/feed', { body: FEED })
    answers.set('cdn.example/1.mp3', { headers: { 'content-type': 'audio/mpeg' }, body: 'x' })
    expect(await resolvePodcast('https://show.example/feed', signal)).toMatchObject({ kind: 'show' })
    expect(await resolvePodcast('https://cdn.example/1.mp3', signal)).toEqual({
      kind: 'audio',
      audioUrl: 'https://cdn.example/1.mp3',
    })
  })

  test('Spotify is refused without being asked', async () => {
    await expect(
      resolvePodcast('https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk', signal),
    ).rejects.toMatchObject({
      code: 'source_drm_protected',
      message: expect.stringContaining('RSS feed'),
    })
    expect(asked()).toEqual([])
  })
})

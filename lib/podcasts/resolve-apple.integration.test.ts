import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { lookUpApple } from './look-up-apple'
import { resolvePodcast } from './resolve-podcast'
import { item, page, rss } from './testing/show'

await useDatabase()

const { answers, asked } = await useScriptedOrigin()
const signal = new AbortController().signal
const FEED = rss(item('1') + item('2') + item('3'))
const guidOf = (target: Awaited<ReturnType<typeof resolvePodcast>>) =>
  target.kind === 'episode' ? target.episode.guid : target.kind

const show = { wrapperType: 'track', kind: 'podcast', collectionId: 11, trackId: 11, collectionName: 'Show' }
const withFeed = { ...show, feedUrl: 'https://show.example/feed' }
const episode = { wrapperType: 'podcastEpisode', kind: 'podcast-episode', collectionId: 11, trackId: 1002 }
const answer = (...results: unknown[]) => ({
  body: `\n\n${JSON.stringify({ resultCount: results.length, results })}`,
})
const SHOW = 'itunes.apple.com/lookup?id=11'
const EPISODE = 'itunes.apple.com/lookup?id=11&entity=podcastEpisode&limit=200'
const id = { showId: '11', episodeId: '1002', country: null }
beforeEach(() => answers.set('show.example/feed', { body: FEED }))

test('a show is its feed', async () => {
  answers.set(`${SHOW}&country=fi`, answer(withFeed))
  expect(await resolvePodcast({ ...id, episodeId: null, country: 'fi' }, signal)).toMatchObject({
    kind: 'show',
    source: { url: 'https://show.example/feed', servedBy: 'show.example', listed: true },
  })
})

test.each([
  ['guid', { ...episode, episodeGuid: '2', episodeUrl: 'https://x.example/x.mp3' }],
  ['audio', { ...episode, episodeGuid: 'other', episodeUrl: 'https://cdn.example/2.mp3?from=apple' }],
])('an episode is found by its %s', async (_name, found) => {
  answers.set(EPISODE, answer(withFeed, { ...episode, trackId: 1001, episodeGuid: '1' }, found))
  expect(guidOf(await resolvePodcast(id, signal))).toBe('2')
})

test('an episode older than the list is found by its page', async () => {
  answers.set(EPISODE, answer(withFeed))
  const metadata = '<script type="application/ld+json">{"@type":"PodcastEpisode","name":"Episode 3"}</script>'
  answers.set('podcasts.apple.com/podcast/id11?i=1002', page(metadata))
  expect(guidOf(await resolvePodcast(id, signal))).toBe('3')
})

test.each([
  ['the feed has not any more', [withFeed, { ...episode, episodeGuid: '99' }], 'source_not_found'],
  ['nobody knows', [withFeed], 'source_not_found'],
])('an episode that %s is not found', async (_name, results, code) => {
  answers.set(EPISODE, answer(...results))
  await expect(resolvePodcast(id, signal)).rejects.toMatchObject({ code })
})

test.each([
  ['an unknown show', answer(), 'source_not_found'],
  ['a show without a public feed', answer(show), 'source_drm_protected'],
  ['a feed that leads inside', answer({ ...show, feedUrl: 'http://127.0.0.1/feed' }), 'blocked_url'],
  ['a feed that is none', answer({ ...show, feedUrl: 'javascript:alert(1)' }), 'source_drm_protected'],
  ['a page in place of an answer', page(''), 'upstream_changed'],
  ['an answer of another shape', { body: '{"results":{}}' }, 'upstream_changed'],
  ['an answer without end', { body: `{"results":["${'x'.repeat(5 * 2 ** 20)}"]}` }, 'file_too_large'],
  ['a refusal', { status: 403 }, 'source_login_required'],
])('%s is reported', async (_name, result, code) => {
  answers.set(SHOW, result)
  await expect(resolvePodcast({ ...id, episodeId: null }, signal)).rejects.toMatchObject({ code })
})

test('values of other types are passed over', async () => {
  answers.set(EPISODE, answer({ ...withFeed, trackId: '11' }, { ...episode, episodeGuid: 5, episodeUrl: ['x'] }))
  expect(await lookUpApple(id, signal)).toEqual({
    feedUrl: 'https://show.example/feed',
    episode: { guid: null, audioUrl: null },
  })
})

test('an id that is none is never sent', async () => {
  for (const showId of ['', '1&entity=song', '../x']) {
    await expect(lookUpApple({ ...id, showId }, signal)).rejects.toMatchObject({ code: 'invalid_url' })
  }
  expect(asked()).toEqual([])
})

import { expect, test } from 'vitest'
import { toEpisodeMedia } from './episode-media'
import type { Episode, Feed } from './feed'

const link = (name: string, type: string | null, lang: string | null = null) => {
  return { url: `https://x.example/${name}`, type, lang, rel: null }
}
const episode: Episode = {
  guid: '1',
  title: 'One',
  audioUrl: 'https://cdn.example/1.mp3',
  audioType: 'audio/mpeg',
  publishedAt: new Date(0),
  durationSeconds: 61.2345,
  link: null,
  imageUrl: null,
  transcripts: [],
}
const feed: Feed = {
  title: 'Show',
  link: null,
  imageUrl: 'https://x.example/show.jpg',
  author: 'Someone',
  language: 'en-US',
  items: [episode],
  nextPageUrl: null,
  movedTo: null,
}

const source = { url: 'https://x.example/feed', servedBy: 'x.example', listed: false }

test('the facts of an episode come from its feed', () => {
  expect(toEpisodeMedia(episode, feed, source)).toEqual({
    title: 'One',
    author: 'Show',
    thumbnailUrl: 'https://x.example/show.jpg',
    publishedAt: new Date(0),
    durationMs: 61_235,
    kind: 'audio',
    lang: 'en-US',
    transcripts: [],
    audioUrl: 'https://cdn.example/1.mp3',
    source,
  })
  const film = { ...episode, audioUrl: 'https://cdn.example/1', audioType: 'video/mp4', durationSeconds: null }
  expect(toEpisodeMedia(film, feed, source)).toMatchObject({ kind: 'video', durationMs: null })
})

test('transcripts with times come first, those without are left out', () => {
  const transcripts = [
    link('a', 'application/x-unheard-of'),
    link('b.html', 'text/html'),
    link('c.txt', 'text/plain'),
    link('d', 'application/json'),
    link('e', 'application/srt', 'de'),
    link('f.vtt', 'text/plain'),
    link('g', null),
    link('h.srt', 'application/x-subrip'),
    link('e', 'text/vtt'),
  ]
  const found = toEpisodeMedia({ ...episode, transcripts }, feed, source).transcripts
  expect(found.map(({ url, lang }) => [url.slice(-5), lang])).toEqual([
    ['f.vtt', null],
    ['ple/e', 'de'],
    ['h.srt', null],
    ['ple/d', null],
    ['ple/a', null],
    ['ple/g', null],
    ['.html', null],
  ])
})

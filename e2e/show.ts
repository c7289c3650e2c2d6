import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestInfo } from '@playwright/test'
import type { Route } from '../test/origin/handle-request'

const sound = readFileSync('test/fixtures/audio/jfk.mp3')

/** One blue point. */
const COVER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChAI9mQ7V2wAAAABJRU5ErkJggg==',
  'base64',
)

const item = (n: number, enclosure: string, more: string) =>
  `<item><guid>e${n}</guid><title>Episode ${n}: what was said</title><pubDate>Mon, 06 Jul 2026 10:00:00 GMT</pubDate>
  <itunes:duration>${n === 3 ? '11' : '1:02:03'}</itunes:duration><enclosure url="${enclosure}" type="audio/mpeg"/>${more}</item>`
const reported = (n: number) => item(n, `/e${n}.mp3`, `<podcast:transcript url="/e${n}.vtt" type="text/vtt"/>`)

/** A show of six episodes: four with their publisher's transcript, one to be heard, and one that is gone. */
const FEED = `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Long Conversation</title><itunes:image href="/cover.png"/><language>en</language>
  ${reported(6)}${reported(5)}${item(4, '/gone', '')}${item(3, '/e3.mp3', '')}${reported(2)}${reported(1)}</channel></rss>`

const HOST = 'conversation.example'

/** The feed of a show that no other test has taken anything from, and no earlier try of this one. */
export const feedOf = (test: TestInfo): string =>
  `https://${path.basename(test.file, '.spec.ts')}-${test.retry}.${HOST}/feed.xml`

/** An OPML file with a podcast, and one that is on no public server. */
export const opmlOf = (
  feed: string,
): string => `<?xml version="1.0" encoding="utf-8"?><opml version="2.0"><body><outline text="feeds">
  <outline type="rss" text="The Long Conversation" xmlUrl="${feed}"/>
  <outline type="rss" text="The family’s own recordings" xmlUrl="http://192.168.0.10/feed.xml"/></outline></body></opml>`

/** Answers for the servers of shows, which all have the same episodes. */
export const showRoute: Route = ({ host, path: target }) => {
  if (host !== HOST && !host.endsWith(`.${HOST}`)) return undefined
  if (target === '/feed.xml') return { headers: { 'content-type': 'application/rss+xml' }, body: FEED }
  if (target === '/mine.opml')
    return { headers: { 'content-type': 'text/x-opml' }, body: opmlOf(`https://${host}/feed.xml`) }
  if (target === '/cover.png') return { headers: { 'content-type': 'image/png' }, body: COVER }
  if (target.endsWith('.mp3')) return { headers: { 'content-type': 'audio/mpeg' }, body: sound }
  if (target.endsWith('.vtt')) return { body: `WEBVTT\n\n00:01.000 --> 00:04.000\nWelcome to ${target.slice(1, 3)}\n` }
  return { status: 404 }
}

import { afterAll, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import type { OriginAnswer } from '@/test/origin/answer-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { fetchFeed } from './fetch-feed'
import { readWholeFeed } from './read-whole-feed'

await useDatabase()

/** What the internet answers, by address without scheme: each test says what it needs. */
const answers = new Map<string, OriginAnswer>()
const origin = await startOrigin([({ url }) => answers.get(url.replace(/^https?:\/\//, '')) ?? { status: 404 }])
afterAll(() => origin.close())
trustOrigin(origin)

const signal = new AbortController().signal
const asked = () => origin.requests.map(({ url }) => url)

beforeEach(() => {
  answers.clear()
  origin.requests.length = 0
})

const item = (id: string, inner = '') =>
  `<item><guid>${id}</guid><title>Episode ${id}</title><link>https://show.example/${id}</link>
  <enclosure url="https://count.example/e/cdn.example/${id}.mp3?from=feed" type="audio/mpeg"/>${inner}</item>`
const rss = (inner: string) =>
  `<rss version="2.0"><channel><title>Show</title><link>https://show.example/</link>${inner}</channel></rss>`
const page = (head: string, body = '') => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>x</title>${head}</head><body>${body}</body></html>`,
})
const paged = (id: string, next: string | null) =>
  rss(`${next === null ? '' : `<atom:link rel="next" href="${next}"/>`}${item(id)}${item('shared')}`)

async function readAll(): Promise<string[]> {
  const found = await fetchFeed('https://feeds.pages.example/1', signal)
  if (found.kind !== 'feed') throw new Error('this is no feed')
  const whole = await readWholeFeed({ feed: found.feed, feedUrl: found.url }, signal)
  expect(whole.nextPageUrl).toBeNull()
  return whole.items.map(({ guid }) => guid)
}

test('a feed of several pages is put together without repetition', async () => {
  answers.set('feeds.pages.example/1', { body: paged('a', '/2') })
  answers.set('feeds.pages.example/2', { body: paged('b', 'https://archive.pages.example/3') })
  answers.set('archive.pages.example/3', { body: paged('c', null) })
  expect(await readAll()).toEqual(['a', 'shared', 'b', 'c'])
})

test.each([
  ['itself', '/1'],
  ['the page before', '/2'],
  ['another site', 'https://elsewhere.example/feed'],
  ['a page that is not there', '/404'],
  ['something else', '/html'],
])('a feed of several pages ends where it leads to %s', async (_name, next) => {
  answers.set('feeds.pages.example/1', { body: paged('a', '/2') })
  answers.set('feeds.pages.example/2', { body: paged('b', next) })
  answers.set('feeds.pages.example/html', page(''))
  expect(await readAll()).toEqual(['a', 'shared', 'b'])
  expect(new Set(asked()).size).toBe(asked().length)
  expect(asked().some((url) => url.includes('elsewhere'))).toBe(false)
})

test('a feed of several pages ends with a page that says nothing new, and after fifty', async () => {
  for (let index = 1; index <= 60; index++) {
    answers.set(`feeds.pages.example/${index}`, { body: paged('a', `/${index + 1}`) })
  }
  expect(await readAll()).toEqual(['a', 'shared'])
  expect(asked()).toHaveLength(2)
  for (let index = 1; index <= 60; index++) {
    answers.set(`feeds.pages.example/${index}`, { body: paged(`i${index}`, `/${index + 1}`) })
  }
  origin.requests.length = 0
  expect(await readAll()).toHaveLength(51)
  expect(asked()).toHaveLength(50)
})

test('a feed of several pages is refused when a page can not be had now', async () => {
  answers.set('feeds.pages.example/1', { body: paged('a', '/2') })
  answers.set('feeds.pages.example/2', { status: 503 })
  await expect(readAll()).rejects.toMatchObject({ code: 'upstream_timeout' })
})

import { expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { item, page, rss } from '../testing/show'
import { fetchFeed } from './fetch-feed'
import { fetchWholeFeed } from './fetch-whole-feed'

await useDatabase()

const { answers, asked, origin } = await useScriptedOrigin()
const signal = new AbortController().signal
const paged = (id: string, next: string | null) =>
  rss(`${next === null ? '' : `<atom:link rel="next" href="${next}"/>`}${item(id)}${item('shared')}`)

async function readAll(): Promise<string[]> {
  const found = await fetchFeed('https://feeds.pages.example/1', signal)
  if (found.kind !== 'feed') throw new Error('this is no feed')
  const whole = await fetchWholeFeed({ feed: found.feed, source: found }, signal)
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

test("a feed of several pages is refused when a page can't be had now", async () => {
  answers.set('feeds.pages.example/1', { body: paged('a', '/2') })
  answers.set('feeds.pages.example/2', { status: 503 })
  await expect(readAll()).rejects.toMatchObject({ code: 'upstream_failed' })
})

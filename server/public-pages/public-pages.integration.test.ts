import { afterAll, expect, test } from 'vitest'
import { INLINE_TEXT_BYTES } from '@/lib/archive/texts/text-limits'
import { pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { findVersion } from '@/lib/publishing/publication-table'
import { publishLibraryItem } from '@/lib/publishing/publish-library-item'
import { findQuote } from '@/lib/publishing/quote/find-quote'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { publicPages } from './public-pages'

await useService()
const { userId } = await newUser()

/** The requests to Next. */
const rendered: (string | undefined)[] = []
const listener = await publicPages(({ url }, response) => {
  rendered.push(url)
  response.end('<head><meta property="og:title" content="The page"/></head>')
})
const server = await listenOnLoopback((request, response) => void listener(request, response))
afterAll(() => server.stop())

type Stored = { slug: string; transcriptId: string }

async function publishLines(videoId: string, lines = ['The first words.', 'The others.']): Promise<Stored> {
  const { libraryItemId, transcriptId } = await storeTestTranscript(userId, { videoId, title: 'A talk', lines })
  const { slug } = await publishLibraryItem({ userId, tier: 'pro', kind: 'local' }, libraryItemId)
  return { slug, transcriptId }
}

async function titleOf(slug: string, query: string, address: string): Promise<string | undefined> {
  const answer = await fetch(`${server.url}/t/${slug}${query}`, { headers: { 'x-forwarded-for': address } })
  expect(answer.status).toBe(200)
  return /og:title" content="([^"]*)"/.exec(await answer.text())?.[1]
}

test('a text is read once for all of its quotes, and who asks for too many texts gets the card of the page', async () => {
  const [one, other] = [await publishLines('read once'), await publishLines('read no more')]
  setEnv({ RATE_LIMIT_PUBLIC_PER_MINUTE: '1' })
  const ask = (slug: string, query: string) => titleOf(slug, query, '192.0.2.1')
  expect(await ask(one.slug, '?t=0-4')).toBe('“The first words.”')
  expect(await ask(one.slug, '?t=4-8')).toBe('“The others.”')
  expect(await ask(one.slug, '?t=500-600')).toBe('The page')
  expect(await ask(other.slug, '?t=0-4')).toBe('The page')
  expect(await titleOf(other.slug, '?t=0-4', '192.0.2.2')).toBe('“The first words.”')
  setEnv({ RATE_LIMIT_PUBLIC_PER_MINUTE: '0' })
})

test('a quote that cannot be read leaves the page as it is, served from memory', async () => {
  const { slug, transcriptId } = await publishLines('unreadable')
  expect(await titleOf(slug, '', '192.0.2.3')).toBe('The page')
  const before = rendered.length
  await pool().query(`update transcript set segments = '{"no": "segments"}' where id = $1`, [transcriptId])
  expect(await titleOf(slug, '?t=0-4', '192.0.2.3')).toBe('The page')
  expect(rendered.slice(before)).toEqual([])
})

test('a quote of a large text has a card', async () => {
  const { slug } = await publishLines('large', ['The first words.', 'x'.repeat(INLINE_TEXT_BYTES)])
  const version = (await findVersion(slug)) ?? ''
  expect(await findQuote(slug, version, '0-2', async () => undefined)).toMatchObject({ text: 'The first words.' })
})

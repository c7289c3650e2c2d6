import { afterAll, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { publishLibraryItem } from '@/lib/publishing/publish-library-item'
import { getServerSideProps } from '@/pages/t/[slug]'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'

await useService()

/** Answers with what the page is given. */
const server = await listenOnLoopback(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const req = Object.assign(request, { cookies: {} })
  const query = Object.fromEntries(searchParams)
  const context = { params: { slug: pathname.slice(1) }, query, req, res: response, resolvedUrl: pathname }
  response.end(JSON.stringify(await getServerSideProps(context)))
})
afterAll(server.stop)

const LINK = `insert into former_slug (slug, user_id, library_item_id)
              select $1, user_id, library_item_id from publication where slug = $2`

test('an address that led to another page of the same text leads to the same quote', async () => {
  const { userId } = await newUser()
  const { libraryItemId } = await storeTestTranscript(userId, { videoId: 'moved', title: 'A talk' })
  const { slug } = await publishLibraryItem({ userId, tier: 'pro', kind: 'local' }, libraryItemId)
  await pool().query(LINK, ['moved-abcdef', slug])
  const destinations = await Promise.all(
    ['', '?t=1%3A02-1%3A08', '?other=1'].map(async (query) => {
      const answer = await fetch(`${server.url}/moved-abcdef${query}`)
      return (await answer.json()).redirect?.destination
    }),
  )
  expect(destinations).toEqual([`/t/${slug}`, `/t/${slug}?t=1%3A02-1%3A08`, `/t/${slug}`])
})

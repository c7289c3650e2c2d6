import { readdirSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { SLUGS } from '@/lib/docs/contents'
import { expectNoSidewaysScroll, MAX_SHIFT, type Watch, watchPage } from './page-checks'
import { sendFile } from './send-file'
import { feedOf } from './show'

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\nThe wool trade was the making of this town.\n'

/** The routes of the pages in app: `/transcripts/[id]`. */
const ROUTES = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, '').replace(/\([^)]*\)\//g, '')}`)

/** Opens a page, which must be there, have one heading, fit the window and complain of nothing. */
async function open(page: Page, { complaints }: Watch, address: string): Promise<void> {
  const answer = await page.goto(address)
  expect(answer?.status(), address).toBe(200)
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  expect(complaints, address).toEqual([])
}

test('every page of the app opens', async ({ page, request, baseURL }) => {
  const origin = baseURL ?? ''
  const headers = { origin }
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as Record<string, string>
  }
  const watched = await watchPage(page)
  const opened: string[] = []
  const openOne = async (route: string, address = route) => {
    await open(page, watched, address)
    opened.push(route)
  }
  for (const route of ROUTES.filter((one) => !one.includes('['))) await openOne(route)

  await openOne('/docs/[...slug]', '/docs/jobs')
  const transcript = await sendFile(request, origin, 'The wool trade.vtt', Buffer.from(CAPTIONS))
  await openOne('/transcripts/[id]', `/transcripts/${transcript}`)
  const { slug } = await post(`/v1/me/transcriptions/${transcript}/publish`, {})
  await open(page, watched, `/t/${slug}`)
  await open(page, watched, `/t/${slug}/embed`)
  const { batch_id } = await post('/v1/import', { url: feedOf(test.info()) })
  await openOne('/imports/[id]', `/imports/${batch_id}`)
  const { id: watch } = await post('/v1/watches', { url: feedOf(test.info()) })
  await openOne('/imports/following/[id]', `/imports/following/${watch}`)

  const { url: checkout = '' } = await post('/v1/checkout', { tier: 'pro' })
  await openOne('/sandbox/checkout/[id]', checkout)
  await post(`/v1/sandbox/checkout/${checkout.split('/').at(-1)}`, { step: 'pay', promotion_code: null })
  await openOne('/sandbox/portal/[id]', (await post('/v1/me/portal', {})).url)
  await post('/v1/sandbox/actions', { action: 'card_declines' })
  await openOne('/sandbox/invoice/[id]', (await post('/v1/me/subscription/change', { tier: 'ultra' })).payment_url)
  expect(opened.sort()).toEqual(ROUTES.sort())

  await request.delete(`/v1/watches/${watch}`, { headers })
  await request.delete(`/v1/publish/${slug}`, { headers })
  await request.delete('/v1/sandbox/account', { headers })
})

test('the addresses of earlier releases redirect permanently, with their query', async ({ request }) => {
  for (const [from, to] of [
    ['/watches/one', '/imports/following/one'],
    ['/billing?from=checkout', '/settings/usage?from=checkout'],
    ['/key', '/developers'],
    ['/doctor', '/settings/system'],
  ]) {
    const answer = await request.get(from ?? '', { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([308, to])
  }
})

test('every page of the documentation is there', async ({ request }) => {
  for (const slug of SLUGS) {
    const answer = await request.get(`/docs/${slug}`)
    expect(answer.status(), slug).toBe(200)
    expect((await answer.text()).match(/<h1[ >]/g), slug).toHaveLength(1)
  }
})

test('every page of the documentation opens', { tag: '@deep' }, async ({ page }) => {
  const watched = await watchPage(page)
  for (const slug of SLUGS) {
    await open(page, watched, `/docs/${slug}`)
    const { sum, moved } = await watched.shift()
    expect(sum, `${slug} does not jump, but for ${moved.join(', ')}`).toBeLessThan(MAX_SHIFT)
  }
})

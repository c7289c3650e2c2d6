import { createHash } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { formatClock } from '@/lib/captions/clock'
import { SLUGS } from '@/lib/docs/contents'
import { louderSpeech } from '../test/louder-speech'
import { silence } from '../test/silence'
import type { SpeechServer } from '../test/speech/speech-server'
import { sendFile } from './send-file'
import { opmlOf } from './show'

/** A page in one of its states: where it is, what shows that it is there, and what it takes to get it into the state. */
export type State = {
  name: string
  path: string
  /** The element that shows that a state is ready. */
  shows: string | RegExp
  /** Opens what is only there after a click. */
  open?: (page: Page) => Promise<void>
  /** Too long to be walked through, as others of its kind are. */
  isLong?: boolean
  /** Something is open that keeps the focus: there is no way through the page then. */
  keepsFocus?: boolean
}

/** The account's pages before there is anything in it, and those that need nothing of it. */
export const EMPTY: readonly State[] = [
  { name: 'home', path: '/', shows: 'No transcripts yet' },
  {
    name: 'home-open',
    path: '/',
    shows: 'No transcripts yet',
    open: async (page) => {
      await page.getByRole('button', { name: 'Options' }).click()
      await page.getByRole('textbox', { name: 'Link' }).fill('https://youtu.be/dQw4w9WgXcQ')
    },
  },
  {
    name: 'home-refused',
    path: '/',
    shows: 'No transcripts yet',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Link' }).fill('http://127.0.0.1/secret.mp3')
      await page.getByRole('button', { name: 'Transcribe' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'private' })).toBeVisible()
    },
  },
  { name: 'transcripts-empty', path: '/transcripts', shows: 'No transcripts yet' },
  { name: 'transcripts-no-match', path: '/transcripts?state=error', shows: 'No matching transcripts' },
  { name: 'trash-empty', path: '/transcripts/trash', shows: 'The trash is empty' },
  { name: 'imports-empty', path: '/imports', shows: 'No imports yet' },
  { name: 'watches-empty', path: '/imports/following', shows: 'Nothing followed yet' },
  { name: 'publishing-empty', path: '/transcripts?published=true', shows: 'No published transcripts' },
  { name: 'webhooks-empty', path: '/developers/webhooks', shows: 'Endpoint URL' },
  { name: 'key', path: '/developers', shows: /Regenerate key|Create API key/ },
  { name: 'connections', path: '/developers/connections', shows: 'Connections' },
  { name: 'billing', path: '/settings/usage', shows: 'No limit.' },
  { name: 'settings', path: '/settings', shows: 'Settings' },
  { name: 'status-quiet', path: '/status', shows: 'No data yet' },
  { name: 'doctor', path: '/settings/system', shows: 'Check platforms' },
  { name: 'speech', path: '/settings/speech', shows: 'Models for this machine' },
  { name: 'device', path: '/device', shows: 'Connect a device' },
  { name: 'device-unknown', path: '/device?user_code=BCDF-GHJK', shows: 'Connect a device' },
  { name: 'consent-refused', path: '/oauth/authorize', shows: 'This app can' },
  { name: 'sign-in', path: '/sign-in', shows: 'Sign in' },
  { name: 'sign-in-failed', path: '/sign-in?error=Verification', shows: 'Sign in' },
  { name: 'not-found', path: '/nothing', shows: 'Page not found' },
  {
    name: 'transcript-not-found',
    path: '/transcripts/0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11',
    shows: 'Page not found',
  },
  { name: 'public-not-found', path: '/t/nothing-of-the-kind', shows: 'Page not found' },
  { name: 'sandbox-not-found', path: '/sandbox/portal/bps_none', shows: 'Page not found' },
]

/** The states of a visitor. */
export const GUEST: readonly State[] = [
  { name: 'landing', path: '/', shows: 'See a sample transcript' },
  {
    name: 'landing-open',
    path: '/',
    shows: 'See a sample transcript',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Link' }).fill('https://youtu.be/dQw4w9WgXcQ')
      await page.getByRole('tab', { name: 'JSON' }).click()
    },
  },
]

/** Two pages of the guide that have all the parts of the others. */
export const GUIDE: readonly State[] = [
  { name: 'docs', path: '/docs', shows: 'Documentation' },
  { name: 'docs-jobs', path: '/docs/jobs', shows: /./ },
]

/** The other pages of the guide. */
export const LONG_GUIDE: readonly State[] = SLUGS.filter((slug) => slug !== 'jobs').map((slug) => ({
  name: `docs-${slug.replace('/', '-')}`,
  path: `/docs/${slug}`,
  shows: /./,
  isLong: true,
}))

const CAPTIONS = `WEBVTT

00:00.000 --> 00:04.000
The wool trade was the making of this town.

00:04.500 --> 00:09.000
Every house on the square was built with what the sheep brought in.

01:05.000 --> 01:11.000
And then, within a single generation, nobody wanted wool any more.
`

const MINUTE_TEXTS = [
  'The first of the books that were read aloud here was a chronicle of the town, from its founding to the great fire.',
  'Whoever wants to know how people spoke then has little else to go by, and so every word of it has been kept.',
]

const clockOf = (seconds: number) => formatClock(seconds * 1000, '.')

/** Ten hours of captions, a cue a minute. */
function tenHours(): string {
  const cues = Array.from(
    { length: 600 },
    (_, minute) => `${clockOf(minute * 60)} --> ${clockOf(minute * 60 + 50)}\n${MINUTE_TEXTS[minute % 2]}\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}

const LONG_TITLE =
  'The complete and unabridged proceedings of the fourteenth congress on the history of the wool trade in the northern towns, day two, morning and afternoon.vtt'

const ARABIC = `WEBVTT
Language: ar

00:00.000 --> 00:04.000
كانت تجارة الصوف هي التي صنعت هذه المدينة.

00:04.500 --> 00:09.000
بُني كل بيت في الساحة بما جلبته الأغنام، ثم تغيّر كل شيء.
`

/** Buys a plan with play money. */
async function subscribe(post: (path: string, data: object) => Promise<unknown>): Promise<void> {
  const { url } = (await post('/v1/checkout', { tier: 'pro' })) as { url: string }
  await post(`/v1/sandbox/checkout/${url.split('/').at(-1)}`, { step: 'pay', promotion_code: null })
}

/** Chooses an OPML file with a podcast whose import runs already. */
async function chooseOpml(page: Page): Promise<void> {
  const buffer = Buffer.from(opmlOf('https://conversation.example/feed.xml'))
  const picker = page.getByLabel('OPML file', { exact: true })
  // A page that is not interactive yet takes no file.
  await expect(async () => {
    await picker.setInputFiles({ name: 'My podcasts.opml', mimeType: 'text/x-opml', buffer })
    await expect(page.getByRole('heading', { name: 'My podcasts.opml' })).toBeFocused({ timeout: 1_000 })
  }).toPass()
}

async function consentAddress(request: APIRequestContext): Promise<string> {
  const redirect_uri = 'https://app.example/callback'
  const data = { redirect_uris: [redirect_uri], client_name: 'Reading companion' }
  const { client_id } = (await (await request.post('/oauth/register', { data })).json()) as { client_id: string }
  const code_challenge = createHash('sha256').update('verifier').digest('base64url')
  const asked = { response_type: 'code', client_id, redirect_uri, code_challenge, code_challenge_method: 'S256' }
  return `/oauth/authorize?${new URLSearchParams(asked)}`
}

/** Fills the account, and gives the states its pages are in then. `speech` has been given two pieces of a recording. */
export async function fillAccount(request: APIRequestContext, origin: string, speech: SpeechServer): Promise<State[]> {
  const headers = { origin }
  const post = async (path: string, data: object): Promise<unknown> => {
    const answer = await request.post(path, { headers, data })
    if (!answer.ok()) throw new Error(`${path} was answered ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }
  const done = await sendFile(request, origin, 'The wool trade of the north.vtt', Buffer.from(CAPTIONS))
  const long = await sendFile(request, origin, LONG_TITLE, Buffer.from(tenHours()))
  const arabic = await sendFile(request, origin, 'تجارة الصوف.vtt', Buffer.from(ARABIC))
  const silent = await sendFile(request, origin, 'An empty room.wav', silence(3))
  await request.get(`/v1/jobs/${silent}/events`, { headers })
  const link = { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }
  const begun = (await post('/v1/transcript', link)) as { job_id?: string }
  // On a busy machine its captions come as a job.
  if (begun.job_id) await request.get(`/v1/jobs/${begun.job_id}/events`, { headers })
  const video = (begun.job_id ? await post('/v1/transcript', link) : begun) as { id: string }
  const { slug } = (await post(`/v1/me/transcriptions/${video.id}/publish`, {})) as { slug: string }
  const { slug: ownSlug } = (await post(`/v1/me/transcriptions/${done}/publish`, {})) as { slug: string }
  await post('/v1/me/webhooks', { url: 'https://hooks.example/verbatim' })
  await request.delete('/v1/sandbox/grant', { headers })
  await subscribe(post)
  const { user_code } = (await post('/v1/device/code', {})) as { user_code: string }
  const working = await sendFile(request, origin, 'The long lecture.wav', await louderSpeech(6))
  await (await speech.next()).answer()
  const waiting = await speech.next()
  const queued = await sendFile(request, origin, 'The next lecture.wav', await louderSpeech(3))
  // The engine is busy, so it never hears of this one.
  const cancelled = await sendFile(request, origin, 'Not to be heard.wav', await louderSpeech(1))
  await request.delete(`/v1/jobs/${cancelled}`, { headers })
  void waiting
  // Its episodes wait behind the lectures: what speech is answered is the first lecture's.
  const imported = (await post('/v1/import', { url: 'https://conversation.example/feed.xml' })) as { batch_id: string }
  const batched = ['youtu.be/everyState1', 'conversation.example/e1.vtt', 'conversation.example/gone']
  const items = batched.map((host) => ({ url: `https://${host}` }))
  const { id: batch } = (await post('/v1/batches', { items })) as { id: string }
  return [
    // The engine is not kept waiting for ever: these first.
    { name: 'transcript-queued', path: `/transcripts/${queued}`, shows: 'You can close this tab' },
    { name: 'transcript-working', path: `/transcripts/${working}`, shows: 'The rest appears here as it is ready.' },
    { name: 'home-recent', path: '/', shows: 'Recent transcripts' },
    { name: 'transcripts', path: '/transcripts', shows: 'The wool trade of the north' },
    { name: 'transcripts-search', path: '/transcripts?search=wool', shows: 'trade was the making' },
    {
      name: 'transcripts-chosen',
      path: '/transcripts',
      shows: 'The wool trade of the north',
      open: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
        await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
      },
    },
    { name: 'transcript', path: `/transcripts/${done}`, shows: 'The wool trade was the making' },
    {
      name: 'transcript-searched',
      path: `/transcripts/${done}?t=65`,
      shows: 'The wool trade was the making',
      open: async (page) => {
        await page.getByRole('textbox', { name: 'Search this transcript' }).fill('wool')
        await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
      },
    },
    {
      name: 'transcript-menu',
      path: `/transcripts/${done}`,
      shows: 'The wool trade was the making',
      open: async (page) => {
        const sheet = page.getByRole('button', { name: 'Actions', exact: true })
        if (await sheet.isVisible()) await sheet.click()
        await page.getByRole('button', { name: 'Download' }).click()
        await expect(page.getByRole('menuitem', { name: 'JSON' })).toBeVisible()
      },
      keepsFocus: true,
    },
    { name: 'transcript-long', path: `/transcripts/${long}`, shows: 'founding to the great fire', isLong: true },
    { name: 'transcript-arabic', path: `/transcripts/${arabic}`, shows: 'كانت تجارة الصوف' },
    { name: 'transcript-video', path: `/transcripts/${video.id}`, shows: 'Play from YouTube' },
    { name: 'transcript-silent', path: `/transcripts/${silent}`, shows: 'No speech was found' },
    { name: 'transcript-cancelled', path: `/transcripts/${cancelled}`, shows: 'This job was cancelled.' },
    { name: 'public', path: `/t/${slug}`, shows: 'Published with' },
    { name: 'public-upload', path: `/t/${ownSlug}`, shows: 'The wool trade was the making' },
    { name: 'imports', path: '/imports', shows: 'The Long Conversation' },
    {
      name: 'imports-choice',
      path: '/imports?url=https%3A%2F%2Fwww.youtube.com%2Fplaylist%3Flist%3DPLlongerthanonepageholds',
      shows: /^Import the \d+ that fit$/,
    },
    {
      name: 'imports-opml',
      path: '/imports',
      shows: 'The Long Conversation',
      open: chooseOpml,
    },
    {
      name: 'imports-opml-started',
      path: '/imports',
      shows: 'The Long Conversation',
      open: async (page) => {
        await chooseOpml(page)
        await page.getByRole('button', { name: 'Import podcasts' }).click()
        await expect(page.getByRole('heading', { name: '1 import started' })).toBeVisible()
      },
    },
    {
      name: 'home-list',
      path: '/',
      shows: 'Recent transcripts',
      open: async (page) => {
        const list = 'https://www.youtube.com/playlist?list=PLlongerthanonepageholds'
        await page.getByRole('textbox', { name: 'Link' }).fill(list)
        await page.getByRole('button', { name: 'Transcribe' }).click()
        await expect(page.getByText('A list of 250 videos')).toBeVisible()
      },
    },
    { name: 'import', path: `/imports/${imported.batch_id}`, shows: 'The Long Conversation' },
    { name: 'batch', path: `/imports/${batch}`, shows: 'Batch · 3 items' },
    { name: 'publishing', path: '/transcripts?published=true', shows: 'The wool trade of the north' },
    { name: 'webhooks', path: '/developers/webhooks', shows: 'hooks.example' },
    { name: 'device-asked', path: `/device?user_code=${user_code}`, shows: 'Approve this device?' },
    { name: 'billing-subscribed', path: '/settings/usage', shows: 'renews on' },
    { name: 'consent', path: await consentAddress(request), shows: 'Connect Reading companion?' },
  ]
}

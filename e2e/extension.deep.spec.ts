import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { expect, type Page, test } from '@playwright/test'
import { type LoopbackServer, listenOnLoopback } from '../lib/core/testing/listen-on-loopback'
import { type ExtensionBrowser, startExtensionBrowser } from './extension-browser'
import { findBarriers } from './page-checks'
import { LONG_TALK, PRIVATE_TALK } from './platforms'

const CLIP = readFileSync('public/samples/captioned.mp4')

const CAPTIONS = `WEBVTT

00:00.000 --> 00:02.000
The page gives this to its player.

00:02.000 --> 00:04.000
And the server may not fetch it.
`

/** A player that notes the seconds it is moved to: it may play on before a test looks at it. */
const NOTING = `<script>
  window.movedTo = []
  const note = ({ target }) => window.movedTo.push(Math.floor(target.currentTime))
  document.querySelector('video').addEventListener('seeking', note)
</script>`

const PAGES: Readonly<Record<string, string>> = {
  '/player': `<title>A talk behind a wall</title><p>A private note of this page.
    <video src="/clip.mp4" controls width="320"><track default kind="captions" src="/captions.vtt" srclang="en"></video>${NOTING}`,
  '/plain': '<title>A plain page</title><p>Nothing is played here.',
  '/several': '<title>Episodes</title><a href="/one.mp3">One</a> <a href="/two.mp3">Two</a>',
}

/** A YouTube page with what the extension reads: the service fetches the captions from the stand-in for YouTube. */
const WATCH_PAGE = `<!doctype html><title>A long talk</title>
  <video src="data:video/mp4;base64,${CLIP.toString('base64')}" width="320"></video>${NOTING}`

/** Answers in parts, without which a browser can't seek. */
function sendClip(response: ServerResponse, range: string | undefined): void {
  const begin = Number(/^bytes=(\d+)/.exec(range ?? '')?.[1] ?? 0)
  response.writeHead(range ? 206 : 200, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': CLIP.length - begin,
    ...(range ? { 'content-range': `bytes ${begin}-${CLIP.length - 1}/${CLIP.length}` } : {}),
  })
  response.end(CLIP.subarray(begin))
}

/** A foreign site on this machine, which the service does not reach: it opens no link to a private network. */
let site: LoopbackServer
let browser: ExtensionBrowser

test.beforeAll(async () => {
  site = await listenOnLoopback((request, response) => {
    const path = request.url ?? '/'
    if (path === '/clip.mp4') return sendClip(response, request.headers.range)
    const [type, body] = path === '/captions.vtt' ? ['text/vtt', CAPTIONS] : ['text/html', PAGES[path]]
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type })
    response.end(body && type === 'text/html' ? `<!doctype html><html lang="en">${body}` : body)
  })
})
test.afterAll(() => site.stop())

test.beforeEach(async ({ baseURL, storageState }) => {
  const cookies = typeof storageState === 'object' ? storageState.cookies : []
  browser = await startExtensionBrowser(baseURL ?? '', cookies)
})
test.afterEach(() => browser.close())

async function openPage(path: string): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto(`${site.url}${path}`)
  return page
}

/** Signs in through the window that the browser opens for it. */
async function signIn(panel: Page, server: string): Promise<void> {
  await panel.getByLabel('Server URL').fill(server)
  const opened = browser.context.waitForEvent('page')
  await panel.getByRole('button', { name: 'Sign in' }).click()
  const consent = await opened
  await expect(consent.getByRole('heading', { level: 1 })).toHaveText('Connect Verbatim browser extension?')
  const closed = consent.waitForEvent('close')
  await consent.getByRole('button', { name: 'Allow' }).click()
  await closed
}

/** Has each panel note the states that it shows, in their order: some pass quickly. */
async function noteStates(): Promise<void> {
  await browser.context.addInitScript(() => {
    const states: string[] = []
    Reflect.set(window, 'shownStates', states)
    const note = () => states.push(document.getElementById('main')?.dataset.state ?? '')
    new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ['data-state'] })
  })
}

/** Has each panel note the bodies that it sends: the browser does not tell those with a file. */
async function noteBodies(): Promise<void> {
  await browser.context.addInitScript(() => {
    const bodies: string[] = []
    Reflect.set(window, 'sentBodies', bodies)
    const send = window.fetch
    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      bodies.push(await request.clone().text())
      return send(request)
    }
  })
}

const movedTo = (page: Page): Promise<number[]> => page.evaluate(() => Reflect.get(window, 'movedTo'))

/** Stops the player of a page at a time, as a person does. */
const stopAt = (page: Page, seconds: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, at) => {
    video.pause()
    video.currentTime = at
  }, seconds)

type Account = { clientId: string; refreshToken: string }
const storedAccount = async () =>
  (await browser.worker.evaluate(() => chrome.storage.local.get('account'))).account as Account | undefined

/** The globals of the extension's script in the page of a panel. */
const readAccountInPage = (panel: Page): Promise<string> =>
  browser.worker.evaluate(
    async (tabId) => {
      const func = () => chrome.storage.local.get('account').then(JSON.stringify, String)
      const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func })
      return String(frame?.result)
    },
    Number(new URL(panel.url()).searchParams.get('tab')),
  )

test('a press of the button shows the text of a video, which follows the player and moves it', async ({ baseURL }) => {
  const address = `https://www.youtube.com/watch?v=${LONG_TALK}`
  await browser.context.route(address, (route) => route.fulfill({ contentType: 'text/html', body: WATCH_PAGE }))
  const page = await browser.context.newPage()
  await page.goto(address)
  const panel = await browser.pressTranscript(page)
  await expect(panel.getByRole('heading', { name: 'Connect to your server' })).toBeVisible()
  expect(await findBarriers(panel)).toEqual([])
  await signIn(panel, baseURL ?? '')

  const lines = panel.getByRole('list', { name: 'Transcript' }).getByRole('button')
  await expect(lines.first()).toContainText('Sentence 0 of a long talk.')
  await expect(lines).toHaveCount(150)
  expect(await findBarriers(panel)).toEqual([])
  await lines.nth(1).click()
  await expect.poll(() => movedTo(page)).toEqual([4])
  await stopAt(page, 4.5)
  await expect(lines.nth(1)).toHaveAttribute('aria-current', 'true')
  await stopAt(page, 8.5)
  await expect(lines.nth(2)).toHaveAttribute('aria-current', 'true')
  await expect(panel.locator('[aria-current]')).toHaveCount(1)

  await lines.nth(1).focus()
  await panel.keyboard.press('ArrowUp')
  await expect(lines.first()).toBeFocused()
  await panel.keyboard.press('Enter')
  await expect.poll(async () => (await movedTo(page)).at(-1)).toBe(0)

  await panel.bringToFront()
  // The button says it for a short time only.
  const said = panel.getByRole('button', { name: 'Text copied' }).waitFor()
  await panel.getByRole('button', { name: 'Copy text' }).click()
  await said
  await expect(panel.getByRole('status')).toHaveText('Text copied')
  expect(await panel.evaluate(() => navigator.clipboard.readText())).toContain('Sentence 149 of a long talk.')
  const opened = browser.context.waitForEvent('page')
  await panel.getByRole('link', { name: 'Open in Verbatim' }).click()
  await expect((await opened).locator('[data-line]').first()).toContainText('Sentence 0')
})

test('a recording that the server may not fetch is read from the captions of the page, only when asked, and nothing else is sent', async ({
  baseURL,
}) => {
  const page = await openPage('/player')
  await noteBodies()
  const panel = await browser.pressTranscript(page)
  await signIn(panel, baseURL ?? '')
  await expect(panel.getByRole('heading', { name: 'No transcript' })).toBeVisible()
  const offer = panel.getByRole('button', { name: 'Use the captions in this browser' })
  await expect(offer).toBeVisible()
  expect(await findBarriers(panel)).toEqual([])

  const paths: string[] = []
  panel.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await panel.evaluate(() => Reflect.get(window, 'sentBodies').splice(0))
  await offer.click()
  const lines = panel.getByRole('list', { name: 'Transcript' }).getByRole('button')
  await expect(lines).toHaveCount(2)
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('A talk behind a wall')
  await lines.nth(1).click()
  await expect.poll(() => movedTo(page)).toEqual([2])
  expect(paths).toContain('/v1/transcript')
  const bodies: string[] = await panel.evaluate(() => Reflect.get(window, 'sentBodies'))
  expect(bodies.join('\n')).toContain('The page gives this to its player.')
  expect(bodies.join('\n')).not.toMatch(/private note|clip\.mp4|\/player/)

  const open = await panel.getByRole('link', { name: 'Open in Verbatim' }).getAttribute('href')
  const text = await browser.context.newPage()
  await text.goto(open ?? '')
  await expect(text.getByText('The page gives this to its player.')).toBeVisible()
})

test('a private video of YouTube is read from the captions of its player', async ({ baseURL }) => {
  const captionTracks = [
    { baseUrl: `/api/timedtext?v=${PRIVATE_TALK}&lang=en&kind=asr`, languageCode: 'en', kind: 'asr' },
    { baseUrl: `/api/timedtext?v=${PRIVATE_TALK}&lang=en`, languageCode: 'en' },
  ]
  const captions = { playerCaptionsTracklistRenderer: { captionTracks } }
  const known = JSON.stringify({ videoDetails: { videoId: PRIVATE_TALK }, captions })
  const body = `<!doctype html><title>Between us</title><script>var ytInitialPlayerResponse = ${known}</script><video></video>`
  const events = [{ tStartMs: 1_000, dDurationMs: 2_000, segs: [{ utf8: 'Only the invited hear this.' }] }]
  await browser.context.route('https://www.youtube.com/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (pathname === '/watch') return route.fulfill({ contentType: 'text/html', body })
    const isWritten = searchParams.get('fmt') === 'json3' && !searchParams.has('kind')
    return route.fulfill(isWritten ? { json: { events } } : { status: 404 })
  })
  const page = await browser.context.newPage()
  await page.goto(`https://www.youtube.com/watch?v=${PRIVATE_TALK}`)
  const panel = await browser.pressTranscript(page)
  await signIn(panel, baseURL ?? '')
  await expect(panel.getByRole('main')).toContainText('This video is private.')
  await panel.getByRole('button', { name: 'Use the captions in this browser' }).click()
  await expect(panel.getByRole('list', { name: 'Transcript' })).toContainText('Only the invited hear this.')
})

test('a recording without captions is transcribed by a job, whose progress is shown', async ({ baseURL }) => {
  // Each attempt needs a new link: an already transcribed one creates no job.
  const recording = `https://conversation.example/${Date.now()}.mp3`
  const body = `<!doctype html><title>An episode</title><audio src="${recording}"></audio>`
  await browser.context.route('https://podcast.example/', (route) => route.fulfill({ contentType: 'text/html', body }))
  const page = await browser.context.newPage()
  await page.goto('https://podcast.example/')
  await noteStates()
  const panel = await browser.pressTranscript(page)
  await signIn(panel, baseURL ?? '')
  await expect(panel.getByRole('list', { name: 'Transcript' })).toBeVisible({ timeout: 90_000 })
  await expect(panel.getByRole('heading', { name: 'An episode' })).toBeVisible()
  await expect(panel.getByText('Speech-to-text')).toBeVisible()
  const states: string[] = await panel.evaluate(() => Reflect.get(window, 'shownStates'))
  expect([...new Set(states)].slice(-3)).toEqual(['asking', 'running', 'ready'])
})

test('a page that is loaded again can be played from the lines again, and another page is not asked for by itself', async ({
  baseURL,
}) => {
  const page = await openPage('/player')
  const panel = await browser.pressTranscript(page)
  await signIn(panel, baseURL ?? '')
  await panel.getByRole('button', { name: 'Use the captions in this browser' }).click()
  const lines = panel.getByRole('list', { name: 'Transcript' }).getByRole('button')
  await expect(lines).toHaveCount(2)
  await page.reload()
  await expect(async () => {
    await lines.nth(1).click()
    expect(await movedTo(page)).toContain(2)
  }).toPass()
  await expect(panel.getByText('The page was left')).toBeHidden()
  await page.goto(`${site.url}/several`)
  await expect(panel.getByRole('heading', { name: '2 recordings on this page' })).toBeVisible()
})

test('signing out ends the connection on the server, and a connection that ended there asks for a sign-in', async ({
  baseURL,
  request,
}) => {
  const panel = await browser.pressTranscript(await openPage('/plain'))
  await signIn(panel, baseURL ?? '')
  await expect(panel.getByRole('heading', { name: 'No recording on this page' })).toBeVisible()
  const other = await browser.pressTranscript(await openPage('/plain'))
  await expect(other.getByRole('heading', { name: 'No recording on this page' })).toBeVisible()
  expect(await readAccountInPage(panel)).toContain('not allowed')
  const { clientId, refreshToken } = (await storedAccount()) ?? { clientId: '', refreshToken: '' }
  await panel.getByRole('button', { name: 'Sign out' }).click()
  await expect(panel.getByRole('heading', { name: 'Connect to your server' })).toBeFocused()
  expect(await storedAccount()).toBeUndefined()
  expect(await browser.worker.evaluate(() => chrome.storage.session.get('access'))).toEqual({})
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }
  expect((await request.post('/oauth/token', { form })).status()).toBe(400)
  await expect(other.getByRole('heading', { name: 'Connect to your server' })).toBeVisible()
  await expect(other.getByText('Your sign-in has ended.')).toBeHidden()

  await signIn(panel, baseURL ?? '')
  await expect(panel.getByRole('heading', { name: 'No recording on this page' })).toBeVisible()
  const account = await storedAccount()
  const token = account?.refreshToken ?? ''
  const revoked = { client_id: account?.clientId ?? '', token }
  expect((await request.post('/oauth/revoke', { form: revoked })).status()).toBe(200)
  const again = await browser.pressTranscript(await openPage('/player'))
  const ended = 'Your sign-in has ended. Sign in again.'
  await expect(again.getByText(ended)).toBeVisible()
  await expect(panel.getByText(ended)).toBeVisible()
  expect(await storedAccount()).toBeUndefined()
  const later = await browser.pressTranscript(await openPage('/plain'))
  await expect(later.getByText(ended)).toBeVisible()
})

test('a token that has expired is renewed, and a server that is away is named and asked again', async ({ baseURL }) => {
  const page = await openPage('/player')
  const panel = await browser.pressTranscript(page)
  await signIn(panel, baseURL ?? '')
  await expect(panel.getByRole('heading', { name: 'No transcript' })).toBeVisible()
  const before = await storedAccount()
  await browser.worker.evaluate(() => chrome.storage.session.remove('access'))
  const again = await browser.pressTranscript(page)
  await expect(again.getByRole('heading', { name: 'No transcript' })).toBeVisible()
  expect((await storedAccount())?.refreshToken).not.toBe(before?.refreshToken)

  await browser.context.route(`${baseURL}/**`, (route) => route.abort())
  const away = await browser.pressTranscript(page)
  await expect(away.getByRole('heading', { name: 'The server can’t be reached' })).toBeVisible()
  expect(await findBarriers(away)).toEqual([])
  await browser.context.unroute(`${baseURL}/**`)
  await away.getByRole('button', { name: 'Try again' }).click()
  await expect(away.getByRole('heading', { name: 'No transcript' })).toBeVisible()
})

test('a page with several recordings asks which one, and one that is denied stays signed out', async ({ baseURL }) => {
  const panel = await browser.pressTranscript(await openPage('/several'))
  await panel.getByLabel('Server URL').fill(baseURL ?? '')
  const opened = browser.context.waitForEvent('page')
  await panel.getByRole('button', { name: 'Sign in' }).click()
  await (await opened).getByRole('button', { name: 'Deny' }).click()
  await expect(panel.getByRole('alert')).toContainText('The connection was denied')
  await signIn(panel, baseURL ?? '')
  await expect(panel.getByRole('heading', { name: '2 recordings on this page' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Get transcript of two.mp3' })).toBeVisible()
  expect(await findBarriers(panel)).toEqual([])
})

test('a URL that is no Verbatim server is refused before anything opens', async ({ baseURL }) => {
  const panel = await browser.pressTranscript(await openPage('/plain'))
  const field = panel.getByLabel('Server URL')
  await field.fill('not a url')
  await panel.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toHaveText(
    'Enter the URL of your server. It begins with https://, or is on this computer, such as http://localhost:3000.',
  )
  await expect(field).toHaveValue('not a url')

  const pages = browser.context.pages().length
  for (const status of [200, 404]) {
    const answer = { status, contentType: 'text/html', body: '<!doctype html><title>Some site</title>' }
    await browser.context.route(`${baseURL}/.well-known/**`, (route) => route.fulfill(answer))
    await field.fill(baseURL ?? '')
    await panel.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toHaveText('This URL is not a Verbatim server. Check it and sign in again.')
    await panel.reload()
    await browser.context.unroute(`${baseURL}/.well-known/**`)
  }
  expect(browser.context.pages()).toHaveLength(pages)
})

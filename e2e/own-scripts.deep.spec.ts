import { expect, type Page, test } from '@playwright/test'
import { openCaptionedClip } from './send-file'

/** The browser's own reports of what the page's policy refused. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { refusedByPolicy: seen })
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
  return () => page.evaluate(() => (window as unknown as { refusedByPolicy: string[] }).refusedByPolicy)
}

test('every page runs, is dressed and plays without being refused anything by its own policy', async ({ page }) => {
  const refused = await watchPolicy(page)
  for (const address of ['/', '/docs/errors', '/nothing']) {
    await page.goto(address)
    expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(true)
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
    expect(await refused()).toEqual([])
  }
  await openCaptionedClip(page)
  await page.locator('[data-line]').nth(1).click()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(1)
  expect(await refused()).toEqual([])
})

test('a script that got into a page does not run, nor does a handler', async ({ page }) => {
  const refused = await watchPolicy(page)
  await page.goto('/')
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.struck = true">')
    const script = document.createElement('div')
    script.innerHTML = '<a id="link" href="javascript:window.struck = true">x</a>'
    document.body.append(script)
    document.getElementById('link')?.click()
  })
  await expect
    .poll(refused)
    .toEqual([expect.stringMatching(/^script-src-attr inline/), expect.stringMatching(/^script-src-elem inline/)])
  expect(await page.evaluate(() => 'struck' in window)).toBe(false)
})

test('a recording of one’s own is played from the page’s memory', async ({ page }) => {
  const refused = await watchPolicy(page)
  await page.goto('/')
  const state = await page.evaluate(async () => {
    const bytes = await (await fetch('/samples/captioned.mp4')).blob()
    const video = document.createElement('video')
    video.src = URL.createObjectURL(bytes)
    await new Promise((resolve) => {
      video.oncanplay = resolve
      video.onerror = resolve
    })
    return video.error?.code ?? video.readyState
  })
  expect(state).toBeGreaterThanOrEqual(3)
  expect(await refused()).toEqual([])
})

test('each response has a new nonce, and every script of the page carries it', async ({ page }) => {
  const nonces = new Set<string>()
  for (let visit = 0; visit < 2; visit++) {
    const response = await page.goto('/')
    const nonce = /'nonce-([^']+)'/.exec(response?.headers()['content-security-policy'] ?? '')?.[1] ?? ''
    const html = (await response?.text()) ?? ''
    const scripts = html.match(/<script\b[^>]{0,500}>/g) ?? []
    expect(scripts.length).toBeGreaterThan(2)
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

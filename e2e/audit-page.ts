import type { Page, Response } from '@playwright/test'
import { ignoreUnmovedPointer } from './load-page'

/** Text below this many bytes gains nothing by compression. */
const SMALL_BYTES = 1_400
const YEAR_SECONDS = 31_536_000

type Finding = string

/** The faults of a page that only show while it loads. Requested before it is opened. */
async function watchLoading(page: Page): Promise<{ errors: Finding[] }> {
  const errors: Finding[] = []
  page.on('pageerror', ({ message }) => errors.push(`error: ${message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(`console: ${message.text()}`)
  })
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.className} at ${scrollY}`)
        shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return { errors }
}

/** How a file is sent: without error, compressed where that helps, kept where its name changes with its content. */
async function auditResponse(response: Response): Promise<Finding[]> {
  const { pathname } = new URL(response.url())
  const headers = await response.allHeaders()
  const found: Finding[] = []
  if (response.status() >= 400) found.push(`${pathname} is answered ${response.status()}`)
  const isText = /^(?:text|application\/(?:json|javascript|xml))|svg/.test(headers['content-type'] ?? '')
  const isLarge = (await response.request().sizes()).responseBodySize > SMALL_BYTES
  if (isText && isLarge && !headers['content-encoding']) found.push(`${pathname} is not compressed`)
  if (/^\/(?:_next\/static|scripts)\//.test(pathname)) {
    const kept = Number(/max-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1] ?? 0)
    if (kept < YEAR_SECONDS) found.push(`${pathname} is kept for ${kept} s only`)
  }
  return found
}

/** The elements that search engines read, and those that a document needs. */
function auditDocument(page: Page): Promise<Finding[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
    const [summary, robots] = [meta('description'), meta('robots')]
    if (document.compatMode !== 'CSS1Compat') found.push('no doctype')
    if (document.characterSet !== 'UTF-8') found.push(`the characters are ${document.characterSet}`)
    if (!document.documentElement.lang) found.push('no language')
    if (!document.title) found.push('no title')
    if (summary.length < 20) found.push(`the description is "${summary}"`)
    if (!/width=device-width/.test(meta('viewport'))) found.push(`the viewport is "${meta('viewport')}"`)
    if (/noindex/.test(robots)) found.push('search engines are turned away')
    if (document.querySelectorAll('h1').length !== 1) found.push(`${document.querySelectorAll('h1').length} h1`)
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
    if (canonical && !/^https?:/.test(canonical.getAttribute('href') ?? ''))
      found.push('the canonical address is relative')
    for (const link of document.querySelectorAll('a')) {
      const words = (link.textContent || link.ariaLabel || '').trim()
      if (!link.getAttribute('href')) found.push(`a link that leads nowhere: ${words}`)
      if (/^(?:click here|here|more|read more|this)$/i.test(words)) found.push(`a link that says nothing: ${words}`)
      if (link.target === '_blank' && !/noreferrer|noopener/.test(link.rel)) found.push(`an open window: ${words}`)
    }
    return found
  })
}

/** The causes of slow pages on any machine: what blocks its first paint, moves, or is larger than it need be. */
function auditRendering(page: Page): Promise<Finding[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const blocking = [...document.querySelectorAll<HTMLScriptElement>('head script[src]')].filter(
      (script) => !script.async && !script.defer && script.type !== 'module' && !script.noModule,
    )
    if (blocking.length > 0) found.push(`scripts that hold up the page: ${blocking.map(({ src }) => src).join(' ')}`)
    const sheets = document.querySelectorAll('link[rel=stylesheet]').length
    if (sheets > 1) found.push(`${sheets} style sheets one waits for`)
    for (const face of document.fonts)
      if (!['swap', 'optional'].includes(face.display) && !/Fallback/.test(face.family))
        found.push(`${face.family} is waited for`)
    for (const image of document.images) {
      if (image.naturalWidth > image.width * window.devicePixelRatio * 2)
        found.push(`${image.src} is larger than shown`)
      if (!image.getAttribute('width') && getComputedStyle(image).aspectRatio === 'auto')
        found.push(`${image.src} has no size`)
    }
    const shifts: { value: number; moved: string[] }[] = Reflect.get(window, 'layoutShifts')
    const shift = shifts.reduce((sum, { value }) => sum + value, 0)
    if (shift > 0.01) found.push(`the layout shifts by ${shift}: ${shifts.flatMap(({ moved }) => moved).join(', ')}`)
    return found
  })
}

type Coverage = Awaited<ReturnType<Page['coverage']['stopJSCoverage']>>

/** Functions that were never called; what lies within one that was not called counts once. */
function unusedKb(coverage: Coverage): number {
  let bytes = 0
  for (const { functions } of coverage) {
    let end = 0
    const idle = functions.flatMap(({ ranges }) => ranges.filter(({ count }) => count === 0))
    for (const { startOffset, endOffset } of idle.sort((a, b) => a.startOffset - b.startOffset)) {
      bytes += Math.max(0, endOffset - Math.max(startOffset, end))
      end = Math.max(end, endOffset)
    }
  }
  return Math.round(bytes / 1000)
}

/** How many elements a page has, and kilobytes of script that it fetched and did not run while it loaded. */
export type Sizes = { elements: number; unusedScriptKb: number }

/**
 * Opens a page and goes through what Lighthouse audits of SEO, good practice, and of speed as far as it does not depend on
 * the machine. Returns what is wrong, a sentence each, and its sizes.
 */
export async function auditPage(page: Page, address: string): Promise<{ findings: Finding[] } & Sizes> {
  await ignoreUnmovedPointer(page)
  const { errors } = await watchLoading(page)
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.coverage.startJSCoverage()
  await page.goto(address, { waitUntil: 'networkidle' })
  const coverage = await page.coverage.stopJSCoverage()
  const sent = await Promise.all(responses.map(auditResponse))
  const findings = [...errors, ...sent.flat(), ...(await auditDocument(page)), ...(await auditRendering(page))]
  const elements = await page.locator('*').count()
  return { findings, elements, unusedScriptKb: unusedKb(coverage) }
}

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/platform/env'
import { PROBLEMS } from '@/lib/platform/problem-table'
import { SLUGS } from './contents'
import { llmsText } from './llms-text'
import { type Block, type Inline, type Page, pageAddress } from './page'
import { readMarkdown } from './read-markdown'
import { readPage } from './read-page'
import { apiDocument } from './reference/document'

setEnv({ BASE_URL: 'https://verbatim.test' })
const pages = (await Promise.all(SLUGS.map(readPage))).filter((page) => page !== null)
const addressable = new Set(
  pages.flatMap(({ slug, sections }) => [pageAddress(slug), ...sections.map(({ id }) => `${pageAddress(slug)}#${id}`)]),
)

function linksOf(part: Inline | Block): string[] {
  if (part.kind === 'link') return [part.href]
  if (part.kind === 'list') return part.items.flat().flatMap(linksOf)
  if (part.kind === 'table') return [...part.header, ...part.rows.flat()].flat().flatMap(linksOf)
  return 'children' in part ? part.children.flatMap(linksOf) : []
}

/** Where a page's own links lead, as the address of a page with its anchor. */
function internalLinks({ slug, sections }: Page): string[] {
  const all = sections.flatMap(({ title, text }) => [...title, ...text].flatMap(linksOf))
  return all
    .map((href) => (href.startsWith('#') ? `${pageAddress(slug)}${href}` : href))
    .filter((href) => href.startsWith('/docs'))
}

test('every page that is listed is there, and says what it is about', () => {
  expect(pages.map(({ slug }) => slug)).toEqual(SLUGS)
  for (const { description } of pages) expect(description).toMatch(/\w.*\.$/)
})

describe('links and anchors resolve', () => {
  test.each(pages.map((page) => [page.slug, page] as const))('of %s', (_, page) => {
    expect(internalLinks(page).filter((href) => !addressable.has(href))).toEqual([])
  })

  test('there are links to look at', () => {
    expect(pages.flatMap(internalLinks).length).toBeGreaterThan(100)
  })
})

test('every error has its anchor, where its type leads', () => {
  expect(Object.keys(PROBLEMS).filter((code) => !addressable.has(`/docs/errors#${code}`))).toEqual([])
})

test('every operation and every schema of the API has its anchor', () => {
  const { operations, schemas } = apiDocument()
  const anchors = [
    ...operations.map(({ operationId }) => operationId),
    ...Object.keys(schemas).map((name) => `schema-${name}`),
  ]
  expect(anchors.filter((anchor) => !addressable.has(`/docs/api#${anchor}`))).toEqual([])
})

test('every setting stands in the table of the README', async () => {
  const source = await readFile('lib/platform/env.ts', 'utf8')
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '')
  const settings = (await readFile('README.md', 'utf8')).split('## Settings')[1]?.split('\n## ')[0] ?? ''
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([])
})

test('pages name this service, and leave nothing to fill in', async () => {
  for (const slug of SLUGS) {
    const markdown = (await readMarkdown(slug)) ?? ''
    expect(markdown).not.toMatch(/\{\{|localhost:3000/)
  }
  expect(await readMarkdown('getting-started')).toContain('curl https://verbatim.test/v1/transcript')
})

test('there is no page of another name, whatever it asks for', async () => {
  for (const slug of ['nothing', '../../package', '..%2f..%2fREADME', '']) expect(await readMarkdown(slug)).toBeNull()
})

test('agents find every page', async () => {
  const text = await llmsText()
  for (const { slug } of pages) expect(text).toContain(`(https://verbatim.test/docs/${slug}.md)`)
})

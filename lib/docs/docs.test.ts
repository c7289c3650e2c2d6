import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { apiDocument } from '@/lib/api/openapi'
import { setEnv } from '@/lib/core/env'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { PROBLEMS, type ProblemCode, problemRow } from '@/lib/core/problem/problem-table'
import { settingsSchema } from '@/lib/core/settings'
import { SLUGS } from './contents'
import { siteSentences } from './generated-parts'
import { type Block, type Inline, type Page, pageAddress, plainText } from './page'
import { readMarkdown } from './read-markdown'
import { llmsText, readPage } from './read-page'
import { resourceOf } from './reference/resources'
import { settingsDocument } from './settings-table'

setEnv({ BASE_URL: 'https://verbatim.test' })
const pages = (await Promise.all(SLUGS.map(readPage))).filter((page) => page !== null)

type LinkPart = Extract<Inline, { kind: 'link' }>

function linksOf(part: Inline | Block): LinkPart[] {
  if (part.kind === 'link') return [part]
  if (part.kind === 'list') return part.items.flat().flatMap(linksOf)
  if (part.kind === 'table') return [...part.header, ...part.rows.flat()].flat().flatMap(linksOf)
  return 'children' in part ? part.children.flatMap(linksOf) : []
}

const linksOn = ({ sections }: Page): LinkPart[] =>
  sections.flatMap(({ title, text }) => [...title, ...text].flatMap(linksOf))

/** Every page, and every anchor on it: of its sections, and of links that are anchors themselves. */
const addressable = new Set(
  pages.flatMap((page) => {
    const anchors = [...page.sections.map(({ id }) => id), ...linksOn(page).map(({ id }) => id ?? '')]
    return [pageAddress(page.slug), ...anchors.map((id) => `${pageAddress(page.slug)}#${id}`)]
  }),
)

/** Where a page's own links lead, as the address of a page with its anchor. */
function internalLinks(page: Page): string[] {
  return linksOn(page)
    .map(({ href }) => (href.startsWith('#') ? `${pageAddress(page.slug)}${href}` : href))
    .filter((href) => href.startsWith('/docs'))
}

test('every page that is listed is there, and says what it is about', () => {
  expect(pages.map(({ slug }) => slug)).toEqual(SLUGS)
  for (const { description } of pages) expect(description).toMatch(/\w.*\.$/)
})

describe('links and anchors resolve', () => {
  test.each(pages.map((page) => [page.slug, page] as const))('in %s', (_, page) => {
    expect(internalLinks(page).filter((href) => !addressable.has(href))).toEqual([])
  })

  test('there are links to look at', () => {
    expect(pages.flatMap(internalLinks).length).toBeGreaterThan(100)
  })
})

test('every error has its anchor, where its type leads', () => {
  expect(Object.keys(PROBLEMS).filter((code) => !addressable.has(`/docs/errors#${code}`))).toEqual([])
})

test('every error code has its status, cause, fix and an example response of the form that it has', () => {
  const sections = pages.find(({ slug }) => slug === 'errors')?.sections ?? []
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    const section = sections.find(({ id }) => id === code)
    const items = section?.text.flatMap((block) => (block.kind === 'list' ? block.items : [])) ?? []
    const said = items.map((item) => item.flatMap((block) => (block.kind === 'paragraph' ? block.children : [])))
    expect(said.map((line) => plainText(line).replace(/: .+/, ''))).toEqual(['HTTP status', 'Cause', 'Fix', 'Retry'])
    const example = JSON.parse(section?.examples[0]?.[0]?.code ?? 'null')
    const { status } = problemRow(code)
    if (status === 422) expect(example.detail[0]).toMatchObject({ type: code, msg: expect.any(String) })
    else expect(problemSchema.parse(example)).toMatchObject({ code, status })
  }
})

test('every operation has its entry on the page of its resource, and every object on the page of objects', () => {
  const { operations, schemas } = apiDocument()
  const entries = [
    ...operations.map((operation) => `/docs/api/${resourceOf(operation).name}#${operation.operationId}`),
    ...Object.keys(schemas).map((name) => `/docs/api/schemas#schema-${name}`),
  ]
  expect(entries.filter((entry) => !addressable.has(entry))).toEqual([])
})

test('the anchors that the reference had as one page are on the overview and lead to the entries', () => {
  const overview = pages.find(({ slug }) => slug === 'api')
  const { operations, schemas } = apiDocument()
  const anchors = [
    ...operations.map(({ operationId }) => operationId),
    ...Object.keys(schemas).map((name) => `schema-${name}`),
  ]
  const leads = new Map(overview && linksOn(overview).flatMap(({ id, href }) => (id ? [[id, href]] : [])))
  expect([...leads.keys()].sort()).toEqual(anchors.sort())
  for (const [id, href] of leads) expect(href).toMatch(new RegExp(`^/docs/api/[a-z]+#${id}$`))
})

test('operations of the billing sandbox are on a page of their own', () => {
  const sandbox = pages.find(({ slug }) => slug === 'api/sandbox')
  const paths = sandbox?.sections.flatMap(({ depth, title }) => (depth === 3 ? [plainText(title)] : [])) ?? []
  expect(paths.length).toBeGreaterThan(2)
  for (const path of paths) expect(path).toMatch(/ \/v1\/sandbox\//)
})

test('docs/settings.md lists every setting with its default and its description', async () => {
  await expect(settingsDocument()).toMatchFileSnapshot('../../docs/settings.md')
  const described = Object.values(settingsSchema.shape).filter(({ description }) => description)
  expect(described).toHaveLength(Object.keys(settingsSchema.shape).length)
})

test('README.md names the sites', async () => {
  const readme = await readFile('README.md', 'utf8')
  const written = readme.replace(/(<!-- sites -->\n).*?(<!-- \/sites -->)/s, `$1${siteSentences()}\n$2`)
  await expect(written).toMatchFileSnapshot('../../README.md')
  expect(written).toContain(siteSentences())
})

test('pages name this service, and leave nothing to fill in', async () => {
  for (const slug of SLUGS) {
    const markdown = (await readMarkdown(slug)) ?? ''
    expect(markdown).not.toMatch(/\{\{|localhost:3000/)
  }
  expect(await readMarkdown('getting-started')).toContain('curl https://verbatim.test/v1/transcript')
})

test('an unknown name has no page in any form', async () => {
  for (const slug of ['nothing', '../../package', '..%2f..%2fREADME', '']) expect(await readMarkdown(slug)).toBeNull()
})

test('agents find every page', async () => {
  const text = await llmsText()
  for (const { slug } of pages) expect(text).toContain(`(https://verbatim.test/docs/${slug}.md)`)
})

import MiniSearch from 'minisearch'
import { env } from '@/lib/core/env'
import { SLUGS } from './contents'
import { type Block, type Page, pageAddress, plainText, type Section } from './page'
import { readPage } from './read-page'
import { SEARCH_OPTIONS, type SearchEntry } from './search-options'

const EXCERPT_LENGTH = 140

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return plainText(block.children)
    case 'list':
      return block.items.flat().map(blockText).join(' ')
    case 'note':
      return block.children.map(blockText).join(' ')
    case 'table':
      return block.rows.map((row) => row.map(plainText).join(' ')).join(' ')
    case 'example':
      return ''
  }
}

function excerptOf({ text }: Section): string {
  const first = text.find(({ kind }) => kind === 'paragraph')
  const whole = first ? blockText(first) : ''
  if (whole.length <= EXCERPT_LENGTH) return whole
  return `${whole.slice(0, whole.lastIndexOf(' ', EXCERPT_LENGTH))}…`
}

/** The sections of a page. The text before its first heading belongs to the page itself. */
function entriesOf({ slug, title, description, sections }: Page): SearchEntry[] {
  const address = pageAddress(slug)
  const own = sections
    .filter(({ id }) => !id)
    .flatMap(({ text }) => text)
    .map(blockText)
  return [
    { id: address, title, page: '', text: [description, ...own].join(' '), excerpt: description },
    ...sections
      .filter(({ id, text }) => id && text.length > 0)
      .map((section) => ({
        id: `${address}#${section.id}`,
        title: plainText(section.title),
        page: title,
        text: section.text.map(blockText).join(' '),
        excerpt: excerptOf(section),
      })),
  ]
}

/**
 * The search index of the documentation as JSON: every section of the guide and the API reference. It is the same for
 * every server, so it can be made when the service is built.
 */
export async function searchIndex(): Promise<string> {
  const pages = await Promise.all(SLUGS.map(readPage))
  const index = new MiniSearch(SEARCH_OPTIONS)
  index.addAll(pages.flatMap((page) => (page ? entriesOf(page) : [])))
  return JSON.stringify(index).replaceAll(env().baseUrl, '')
}

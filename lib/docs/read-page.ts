import { singletonPromise } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { CONTENTS, SLUGS } from './contents'
import type { Page, PageGroup } from './page'
import { parsePage } from './parse-page'
import { readMarkdown } from './read-markdown'

async function parse(slug: string): Promise<Page | null> {
  const markdown = await readMarkdown(slug)
  return markdown === null ? null : parsePage(slug, markdown)
}

/** A page of the documentation, read once a process; null where there is none of that name. */
export async function readPage(slug: string): Promise<Page | null> {
  if (!SLUGS.includes(slug)) return null
  return singletonPromise(`docs ${env().baseUrl} ${slug}`, () => parse(slug))
}

/** The pages with their descriptions, group by group, in reading order. */
export function listPages(): Promise<PageGroup[]> {
  const describe = async (slug: string) => {
    const page = await readPage(slug)
    return { slug, title: page?.title ?? slug, description: page?.description ?? '' }
  }
  return Promise.all(
    CONTENTS.map(async ({ title, slugs }) => ({ title, pages: await Promise.all(slugs.map(describe)) })),
  )
}

/** The index for agents: the pages as plain Markdown, each with its subject (llmstxt.org). */
export async function llmsText(): Promise<string> {
  const { baseUrl } = env()
  const groups = (await listPages()).map(({ title, pages }) =>
    [
      `## ${title}`,
      '',
      ...pages.map((page) => `- [${page.title}](${baseUrl}/docs/${page.slug}.md): ${page.description}`),
    ].join('\n'),
  )
  return [
    '# Verbatim',
    '> Turns any video or audio link, or a file, into a timestamped transcript: over REST, MCP and in a browser.',
    ...groups,
    `## Optional\n\n- [OpenAPI](${baseUrl}/openapi.json): every operation, for programs\n`,
  ].join('\n\n')
}

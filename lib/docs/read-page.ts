import { env } from '@/lib/platform/env'
import { singletonPromise } from '@/lib/platform/singleton'
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

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { singletonPromise } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { VERSION } from '@/lib/core/version'
import { isReference, SLUGS } from './contents'
import {
  captionFormatTable,
  cursorLink,
  formatTable,
  listErrors,
  listTable,
  mediaTypeTable,
  platformIds,
  platformTable,
  siteRows,
  subtitleFormats,
  toolTable,
  vscodeLink,
} from './generated-parts'
import { apiOverview, resourceReference, schemaReference } from './reference/api-reference'
import { settingsTables } from './settings-table'

/** The parts that a page names in double braces, derived from the code. */
const PARTS: Readonly<Record<string, () => string | Promise<string>>> = {
  base_url: () => env().baseUrl,
  version: () => VERSION,
  errors: listErrors,
  cursor_link: cursorLink,
  vscode_link: vscodeLink,
  tools: toolTable,
  platform_table: platformTable,
  site_rows: siteRows,
  list_table: listTable,
  platform_ids: platformIds,
  formats: formatTable,
  media_types: mediaTypeTable,
  subtitle_formats: subtitleFormats,
  caption_formats: captionFormatTable,
  settings: () => withoutFileLinks(settingsTables(3)),
}

/** Links between files of the repository have no page here: the name of the file stays. */
function withoutFileLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]{1,80})\]\((?!https?:)[^)]{1,120}\)/g, '`$1`')
}

async function fillIn(markdown: string): Promise<string> {
  const names = [...new Set([...markdown.matchAll(/\{\{(\w{1,40})\}\}/g)].map(([, name = '']) => name))]
  let filled = markdown
  for (const name of names) {
    const make = PARTS[name]
    if (!make) throw new Error(`the documentation knows no {{${name}}}`)
    const part = await make()
    filled = filled.replaceAll(`{{${name}}}`, () => part)
  }
  return filled
}

/** A page of the API reference. Throws where there is none of that name. */
function reference(slug: string): string {
  if (slug === 'api') return apiOverview()
  if (slug === 'api/schemas') return schemaReference()
  const markdown = resourceReference(slug.slice('api/'.length))
  if (markdown === null) throw new Error(`the API reference has no page "${slug}"`)
  return markdown
}

async function make(slug: string): Promise<string> {
  if (isReference(slug)) return fillIn(reference(slug))
  return fillIn(await readFile(path.join(process.cwd(), 'docs', 'guide', `${slug}.md`), 'utf8'))
}

/** A page as Markdown, with this service's own address in it, made once a process; null where there is none of that name. */
export function readMarkdown(slug: string): Promise<string | null> {
  if (!SLUGS.includes(slug)) return Promise.resolve(null)
  return singletonPromise(`docs markdown ${env().baseUrl} ${slug}`, () => make(slug))
}

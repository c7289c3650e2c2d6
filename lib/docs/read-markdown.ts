import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from '@/lib/platform/env'
import { singletonPromise } from '@/lib/platform/singleton'
import { VERSION } from '@/lib/platform/version'
import { SLUGS } from './contents'
import { listErrors } from './list-errors'
import { cursorLink, toolTable, vscodeLink } from './mcp-parts'
import { readmeSection } from './readme-section'
import { apiReference } from './reference/api-reference'

/** What a page may name in double braces: what the code knows already is not written a second time. */
const PARTS: Readonly<Record<string, () => string | Promise<string>>> = {
  base_url: () => env().baseUrl,
  version: () => VERSION,
  errors: listErrors,
  cursor_link: cursorLink,
  vscode_link: vscodeLink,
  tools: toolTable,
  settings: async () => linkToRepository(await readmeSection('Settings')),
}

/** The README's links lead into the repository, where the documentation has no pages: their words stay. */
function linkToRepository(markdown: string): string {
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

async function make(slug: string): Promise<string> {
  if (slug === 'api') return fillIn(apiReference())
  return fillIn(await readFile(path.join(process.cwd(), 'docs', 'guide', `${slug}.md`), 'utf8'))
}

/** A page as Markdown, with this service's own address in it, made once a process; null where there is none of that name. */
export function readMarkdown(slug: string): Promise<string | null> {
  if (!SLUGS.includes(slug)) return Promise.resolve(null)
  return singletonPromise(`docs markdown ${env().baseUrl} ${slug}`, () => make(slug))
}

import { env } from '@/lib/platform/env'
import { listPages } from './read-page'

/** What agents read first: the pages as plain Markdown, with what each is about (llmstxt.org). */
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

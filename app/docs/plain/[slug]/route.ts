import { readMarkdown } from '@/lib/docs/read-markdown'

type Context = { params: Promise<{ slug: string }> }

/** A page of the documentation as plain Markdown: what `/docs/NAME.md` leads to. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const markdown = await readMarkdown((await params).slug)
  const headers = { 'content-type': `text/${markdown === null ? 'plain' : 'markdown'}; charset=utf-8` }
  return new Response(markdown ?? 'There is no such page. See /llms.txt.\n', {
    status: markdown === null ? 404 : 200,
    headers,
  })
}

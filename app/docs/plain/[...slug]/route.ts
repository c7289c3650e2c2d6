import { words } from '@/app/file-words'
import { plainResponse } from '@/app/plain-response'
import { readMarkdown } from '@/lib/docs/read-markdown'

type Context = { params: Promise<{ slug: string[] }> }

/** A page of the documentation as plain Markdown: what `/docs/NAME.md` leads to. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const markdown = await readMarkdown((await params).slug.join('/'))
  if (markdown === null) return plainResponse(404, words.noDocPage)
  return new Response(markdown, { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
}

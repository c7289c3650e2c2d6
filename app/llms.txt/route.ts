import { llmsText } from '@/lib/docs/read-page'

export const dynamic = 'force-dynamic'

/** What agents read first. */
export async function GET(): Promise<Response> {
  return new Response(await llmsText(), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

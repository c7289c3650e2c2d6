import { llmsText } from '@/lib/docs/read-page'

export const dynamic = 'force-dynamic'

/** The entry page of the documentation for agents. */
export async function GET(): Promise<Response> {
  return new Response(await llmsText(), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

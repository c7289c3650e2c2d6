import { searchIndex } from '@/lib/docs/search-index'

/** Made when the service is built: no service is needed to search the documentation. */
export const dynamic = 'force-static'

/** The search index of the documentation, which the browser loads when the search is opened. */
export async function GET(): Promise<Response> {
  return new Response(await searchIndex(), { headers: { 'content-type': 'application/json' } })
}

import { pageActor } from '@/app/page-actor'
import { fetchThumbnail } from '@/lib/archive/media/fetch-thumbnail'

/** Headers by which a picture can do nothing, should a browser ever take it for a document. */
const SEALED = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }
const NONE = { status: 404, headers: { 'cache-control': 'private, max-age=3600' } }

/** The thumbnail of a library item. Proxied, so that its host does not learn who looks. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const actor = await pageActor()
  if (!actor) return new Response(null, { status: 401 })
  const thumbnail = await fetchThumbnail(actor, (await params).id)
  if (!thumbnail) return new Response(null, NONE)
  return new Response(new Uint8Array(thumbnail.bytes), {
    headers: { ...SEALED, 'content-type': thumbnail.type, 'cache-control': 'private, max-age=604800' },
  })
}

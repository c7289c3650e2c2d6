import { pageActor } from '@/app/page-actor'
import { findWaveform } from '@/lib/transcripts/library-item/find-waveform'

const WEEK = 'private, max-age=604800'

/** The waveform of a library item, a byte a peak: 202 while it is measured, 204 where there is none. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const actor = await pageActor()
  if (!actor) return new Response(null, { status: 401 })
  const peaks = await findWaveform(actor, (await params).id)
  if (peaks === 'pending') {
    return new Response(null, { status: 202, headers: { 'cache-control': 'no-store', 'retry-after': '5' } })
  }
  if (!peaks || peaks.length === 0) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  return new Response(new Uint8Array(peaks), {
    headers: { 'content-type': 'application/octet-stream', 'cache-control': WEEK },
  })
}

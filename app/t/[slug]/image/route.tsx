import { ImageResponse } from 'next/og'
import { findPublic } from '@/app/t/[slug]/find-public'
import { words } from '@/app/words'
import type { PublicTranscript } from '@/lib/publishing/contract'
import { findVersion } from '@/lib/publishing/publication-table'
import { entityTag, isUnchanged, REVALIDATED } from '@/lib/publishing/revalidation'
import { findTakedown } from '@/lib/publishing/taken-down'
import { byline, headline } from './headline'

const SIZE = { width: 1200, height: 630 }

function draw(transcript: PublicTranscript) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: 80,
        background: '#fbfaf7',
        color: '#1d1c1a',
      }}
    >
      <div style={{ display: 'flex', fontSize: 64, lineHeight: 1.2, wordBreak: 'break-word' }}>
        {headline(transcript)}
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 32, color: '#5c5953' }}>
        <div style={{ display: 'flex' }}>{byline(transcript)}</div>
        <div style={{ display: 'flex', color: '#2b4a8b' }}>{words.name}</div>
      </div>
    </div>
  )
}

/** The picture that previews of a public page show. */
export async function GET(request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const { slug } = await params
  const version = await findVersion(slug)
  const tag = version && entityTag(version, 'image')
  if (tag && isUnchanged(request.headers, tag))
    return new Response(null, { status: 304, headers: { ...REVALIDATED, etag: tag } })
  const transcript = tag && (await findPublic(slug, 'text'))
  if (!transcript) {
    const status = (await findTakedown(slug))?.status ?? 404
    return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
  }
  return new ImageResponse(draw(transcript), { ...SIZE, headers: { ...REVALIDATED, etag: tag } })
}

import { ImageResponse } from 'next/og'
import { pageParameters } from '@/app/page-parameters'
import { findPublicFacts } from '@/app/t/[slug]/find-public'
import { words } from '@/app/words'
import { plainTitle } from '@/lib/captions/text/plain-title'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { clientAddress } from '@/lib/core/http/client-address'
import { currentPeer } from '@/lib/core/http/peer'
import { entityTag, isUnchanged, REVALIDATED } from '@/lib/core/http/revalidation'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { limitPublicRequest } from '@/lib/limits/limit-public-request'
import type { PublicTranscript } from '@/lib/publishing/contract'
import { drawQuote, type QuotePicture } from '@/lib/publishing/picture/draw-quote'
import { isDrawable, withoutPictures } from '@/lib/publishing/picture/drawable'
import { findVersion } from '@/lib/publishing/publication-table'
import { type FoundQuote, findQuote } from '@/lib/publishing/quote/find-quote'
import { detailOf, timesOf } from '@/lib/publishing/quote/quote-card'
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

/** Pictures are drawn one at a time, so that they leave the processor to readers. */
const DRAWING = { name: 'quote-picture', slots: 1 }

type Admit = () => Promise<void>

/** Counts a request once, whether a text is read for it, a picture drawn, or both. */
function admitOnce({ headers }: Request): Admit {
  let admitted: Promise<void> | null = null
  return () => {
    admitted ??= limitPublicRequest(headers)
    return admitted
  }
}

type Asked = { request: Request; version: string; admit: Admit }

/** A text as it can be drawn; empty where it can't be. */
function drawn(text: string): string {
  const plain = withoutPictures(plainTitle(text))
  return isDrawable(plain) ? plain : ''
}

/**
 * The words in the picture of a quote; null where there is no typeface for its words. A title or a name without one is left
 * out.
 */
function pictureOf(quote: FoundQuote): QuotePicture | null {
  const said = drawn(quote.text)
  if (said === '') return null
  return {
    words: said,
    title: drawn(quote.title ?? ''),
    detail: drawn(detailOf(quote)) || timesOf(quote),
    site: words.name,
  }
}

/** The picture of a quote; null where its words can't be drawn. */
async function answerQuote({ request, version, admit }: Asked, quote: FoundQuote): Promise<Response | null> {
  const picture = pictureOf(quote)
  if (!picture) return null
  const headers = { ...REVALIDATED, etag: entityTag(version, `image;t=${quote.time}`) }
  if (isUnchanged(request.headers, headers.etag)) return new Response(null, { status: 304, headers })
  await admit()
  const address = clientAddress(request.headers, currentPeer()) ?? 'unknown'
  const png = await withFairSlot(DRAWING, address, request.signal, () => drawQuote(picture))
  return new Response(png, { headers: { ...headers, 'content-type': 'image/png' } })
}

/** The quote that `t` names. Whatever else it is, the picture is that of the page, as the page itself ignores it. */
async function quoteIn({ request, version, admit }: Asked, slug: string): Promise<FoundQuote | null> {
  const given = Object.fromEntries(new URL(request.url).searchParams)
  const { data } = pageParameters['t/[slug]/image/route.tsx'].safeParse(given)
  return data?.t === undefined ? null : findQuote(slug, version, data.t, admit)
}

function refusal({ status, retryAfterSeconds }: Problem): Response {
  const headers = {
    'cache-control': 'no-store',
    ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
  }
  return new Response(null, { status, headers })
}

/** The picture that previews of a public page show, or of a quote that its link names. */
export async function GET(request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const { slug } = await params
  const version = await findVersion(slug)
  try {
    const asked = version && { request, version, admit: admitOnce(request) }
    const quote = asked && (await quoteIn(asked, slug))
    const quoted = quote && (await answerQuote(asked, quote))
    if (quoted) return quoted
  } catch (error) {
    if (error instanceof Problem) return refusal(error)
    log.warn('the picture of a quote could not be drawn, so it is that of the page', { slug, error })
  }
  const tag = version && entityTag(version, 'image')
  if (tag && isUnchanged(request.headers, tag))
    return new Response(null, { status: 304, headers: { ...REVALIDATED, etag: tag } })
  const transcript = tag && (await findPublicFacts(slug))
  if (!transcript) {
    const status = (await findTakedown(slug))?.status ?? 404
    return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
  }
  return new ImageResponse(draw(transcript), { ...SIZE, headers: { ...REVALIDATED, etag: tag } })
}

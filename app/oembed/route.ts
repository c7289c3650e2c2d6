import { pageParameters } from '@/app/page-parameters'
import { plainResponse } from '@/app/plain-response'
import { findPublicFacts, titleOf } from '@/app/t/[slug]/find-public'
import { words } from '@/app/words'
import { embedHtml } from '@/components/publishing/embed-html'
import { env } from '@/lib/core/env'
import { slugOfPage } from '@/lib/publishing/embed'
import { pageUrl } from '@/lib/publishing/slug'

export const dynamic = 'force-dynamic'

/** The size of a frame unless the asking site has less room. */
const [WIDTH, HEIGHT] = [640, 480]

const IMAGE = { width: 1200, height: 630 }
const CACHE_SECONDS = 3600

/** The picture of a page. It has one size, so it is left out where that is too large. */
const thumbnailOf = (slug: string) => ({
  thumbnail_url: `${pageUrl(slug)}/image`,
  thumbnail_width: IMAGE.width,
  thumbnail_height: IMAGE.height,
})

/** The HTML that shows a published transcript in another page (oEmbed 1.0). */
export async function GET(request: Request): Promise<Response> {
  const asked = pageParameters['oembed/route.ts'].safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return plainResponse(400, words.oembedInvalid)
  const { url, format, maxwidth, maxheight } = asked.data
  if (format !== 'json') return plainResponse(501, words.oembedFormat)
  const slug = slugOfPage(url)
  const transcript = slug && (await findPublicFacts(slug))
  if (!transcript) return plainResponse(404, words.oembedMissing)
  const size = { width: Math.min(WIDTH, maxwidth), height: Math.min(HEIGHT, maxheight) }
  const title = titleOf(transcript)
  const body = {
    version: '1.0',
    type: 'rich',
    title,
    ...(transcript.author ? { author_name: transcript.author } : {}),
    provider_name: words.name,
    provider_url: env().baseUrl,
    cache_age: CACHE_SECONDS,
    ...(IMAGE.width <= maxwidth && IMAGE.height <= maxheight ? thumbnailOf(transcript.slug) : {}),
    html: embedHtml({ url: pageUrl(transcript.slug), title, ...size }),
    ...size,
  }
  return Response.json(body, {
    headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=0, must-revalidate' },
  })
}

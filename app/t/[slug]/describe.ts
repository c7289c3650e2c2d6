import type { Metadata } from 'next'
import { plainTitle } from '@/lib/captions/plain-title'
import type { PublicTranscript } from '@/lib/publishing/contract'
import { pageUrl } from '@/lib/publishing/page-url'
import { titleOf } from './find-public'

const DESCRIPTION_CHARACTERS = 160

/** The beginning of a text, cut between words. */
function beginningOf({ segments = [] }: PublicTranscript): string {
  let text = ''
  for (const segment of segments) {
    if (text.length > DESCRIPTION_CHARACTERS) break
    text += `${segment.text} `
  }
  const plain = plainTitle(text)
  if (plain.length <= DESCRIPTION_CHARACTERS) return plain
  const cut = plain.slice(0, DESCRIPTION_CHARACTERS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_CHARACTERS - 40))}…`
}

/** What search engines and previews are told of a public page (Open Graph, and its canonical address). */
export function pageMetadata(transcript: PublicTranscript): Metadata {
  const title = titleOf(transcript)
  const description = beginningOf(transcript) || `Transcript of ${title}`
  const url = pageUrl(transcript.slug)
  const image = { url: `${url}/image`, width: 1200, height: 630, alt: title }
  return {
    title: `${title}: transcript`,
    description,
    alternates: { canonical: url },
    openGraph: { type: 'article', siteName: 'Verbatim', title, description, url, images: [image] },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  }
}

/** The same as schema.org has it, as JSON-LD that can't end the element it stands in. */
export function structuredData(transcript: PublicTranscript): string {
  const { slug, lang, updated_at, created_at, source_url, author, platform } = transcript
  const recording = source_url && {
    '@type': platform === 'podcast' ? 'AudioObject' : 'VideoObject',
    name: titleOf(transcript),
    url: source_url,
    duration: `PT${transcript.total_seconds}S`,
    ...(author ? { author: { '@type': 'Person', name: plainTitle(author) } } : {}),
  }
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: titleOf(transcript).slice(0, 110),
    description: beginningOf(transcript),
    url: pageUrl(slug),
    image: `${pageUrl(slug)}/image`,
    dateModified: updated_at,
    datePublished: created_at,
    ...(lang ? { inLanguage: lang } : {}),
    ...(recording ? { isBasedOn: recording } : {}),
  }
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

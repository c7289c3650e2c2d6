import { plainTitle } from '@/lib/captions/text/plain-title'
import { textJoiner } from '@/lib/captions/text/text-joiner'
import { factsOf } from '@/lib/platforms/platforms'
import { pageUrl } from '@/lib/publishing/slug'
import { type ShownTranscript, titleOf } from './find-public'

type Thing = { '@type': string; [property: string]: string | Thing | undefined }

/** Two hours of speech. A longer text would make up half of the page, which has it already. */
const MAX_TRANSCRIPT_BYTES = 100_000
const HEADLINE_CHARACTERS = 110

/** The whole text; undefined where there is more than a page should repeat, or only a part of the recording. */
function transcriptOf({ segments = [], complete, isWhole }: ShownTranscript): string | undefined {
  if (!complete || !isWhole) return undefined
  let text = ''
  let bytes = 0
  for (const { text: line } of segments) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes > MAX_TRANSCRIPT_BYTES) return undefined
    text += text === '' ? line : textJoiner(text, line) + line
  }
  return text === '' ? undefined : text
}

/** The properties that a recording of any kind has. */
function commonParts(transcript: ShownTranscript, description: string) {
  return {
    name: titleOf(transcript),
    description: description || undefined,
    inLanguage: transcript.lang ?? undefined,
    duration: transcript.total_seconds > 0 ? `PT${transcript.total_seconds}S` : undefined,
    thumbnailUrl: transcript.thumbnail_url ?? undefined,
  }
}

function video(transcript: ShownTranscript, url: string, description: string): Thing {
  const author = plainTitle(transcript.author ?? '')
  return {
    '@type': 'VideoObject',
    ...commonParts(transcript, description),
    url,
    uploadDate: transcript.published_at ?? undefined,
    embedUrl: factsOf(transcript.platform)?.player?.embedUrl(transcript.video_id),
    author: author === '' ? undefined : { '@type': 'Person', name: author },
    transcript: transcriptOf(transcript),
    potentialAction: seekAction(transcript),
  }
}

/** How a search engine links to a moment of the recording: it finds the moments itself. */
function seekAction({ slug }: ShownTranscript): Thing {
  return {
    '@type': 'SeekToAction',
    target: `${pageUrl(slug)}?t={seek_to_second_number}`,
    'startOffset-input': 'required name=seek_to_second_number',
  }
}

/** The audio behind a direct link. An episode is known by its show. */
function audio(transcript: ShownTranscript, url: string, description: string): Thing {
  const show = plainTitle(transcript.author ?? '')
  const file = { contentUrl: url, transcript: transcriptOf(transcript) }
  const parts = commonParts(transcript, description)
  if (show === '') {
    return { '@type': 'AudioObject', ...parts, uploadDate: transcript.published_at ?? undefined, ...file }
  }
  return {
    '@type': 'PodcastEpisode',
    ...parts,
    url: pageUrl(transcript.slug),
    datePublished: transcript.published_at ?? undefined,
    partOfSeries: { '@type': 'PodcastSeries', name: show },
    associatedMedia: { '@type': 'AudioObject', duration: parts.duration, ...file },
  }
}

/**
 * A published transcript in schema.org's vocabulary, as JSON-LD that can't end its element: the page is an article
 * based on a recording, which is described if it is public. Unknown properties are left out.
 */
export function structuredData(transcript: ShownTranscript, description: string): string {
  const { slug, lang, updated_at, created_at, source_url, platform } = transcript
  const recording = platform === 'podcast' ? audio : video
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: [...titleOf(transcript)].slice(0, HEADLINE_CHARACTERS).join(''),
    description,
    url: pageUrl(slug),
    image: `${pageUrl(slug)}/image`,
    dateModified: updated_at,
    datePublished: created_at,
    inLanguage: lang ?? undefined,
    isBasedOn: source_url === null ? undefined : recording(transcript, source_url, description),
  }
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

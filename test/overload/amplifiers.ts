import { captionLimits } from '@/lib/archive/texts/text-limits'
import { DOCUMENT_FILES, DOWNLOAD_FORMATS, type DownloadFormat } from '@/lib/captions/document-files'
import { FORMATS } from '@/lib/captions/transcript'
import { MAX_SUBSCRIPTIONS } from '@/lib/podcasts/opml-contract'
import { type AttackedLibrary, attackedLink, COPIES, copyId, VIDEO_IDS } from './attack-library'
import { largeSubtitles } from './large-subtitles'

export type Answered = { status: number; text: string }

/** The calls of an attacker. Every answer is read to its end. */
export type Attack = AttackedLibrary & {
  baseUrl: string
  /** The slugs of the public pages of `tiny`, `hours` and `large`. */
  slugs: string[]
  /** The link of the largest feed that is read. */
  feedUrl: string
  api: (method: string, target: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>
  /** As the browser that is signed in, or any other. */
  page: (target: string) => Promise<Answered>
  tool: (name: string, args: object) => Promise<Answered>
  /** A message to the connector. */
  rpc: (method: string, params: object) => Promise<Answered>
  /** Puts a file where `POST /v1/transcript` finds it; returns its object path. */
  upload: (file: Buffer) => Promise<string>
  form: (target: string, fields: Record<string, string>, file: Buffer) => Promise<Answered>
}

type Amplifier = (attack: Attack) => Promise<unknown>

const MAX_SPELLINGS = 200
const MAX_EDITS = 500
const MAX_LINKS = 1000
const LINK_CHARACTERS = 2000
/** Splits each line into as many subtitles as it can be. */
const FINEST = 'max_line_length=10&max_lines=1&max_seconds=1&repair=true'
const WIDE = 'b'.repeat(200)

const longest = ({ tiny, hours, large }: AttackedLibrary) => [tiny, hours, large]
const item = (id: string, rest = '') => `/v1/me/transcriptions/${id}${rest}`
const ANY_VERSION = { 'if-match': '*' }

async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (const one of all) await work(one)
}

/** The texts in these formats; the largest, whose rendering takes a worker process seconds, only in those that grow the most. */
function inFormats<T extends DownloadFormat>(
  all: readonly string[],
  { formats, largest }: { formats: readonly T[]; largest: readonly T[] },
  ask: (one: string, format: T) => Promise<unknown>,
) {
  return Promise.all(
    all.map((one, at) => inTurn(at < all.length - 1 ? formats : largest, (format) => ask(one, format))),
  )
}

function editMany({ api, large }: Attack) {
  const edits = Array.from({ length: MAX_EDITS }, (_, at) => ({
    index: at * 2,
    segments: [{ text: `The ${at} marmots sleep.` }],
  }))
  const body = { edits }
  return api('PATCH', item(large, '/segments'), body, ANY_VERSION)
}

async function transcribeLargest(attack: Attack) {
  const upload = await attack.upload(largeSubtitles(captionLimits().maxBytes))
  await attack.api('POST', '/v1/transcript', { upload })
}

async function batchOfLinks({ api }: Attack) {
  const hostile = '[url=R'.repeat(LINK_CHARACTERS / 6)
  const items = (url: string) => Array.from({ length: MAX_LINKS }, () => ({ url }))
  await api('POST', '/v1/batches', { items: items(hostile) })
  await api('POST', '/v1/batches', { items: items(`http://show.example/${'a'.repeat(1900)}`), dry_run: true })
}

/** Sends the most links that a list of subscriptions may have, and the most outlines that fit into a file. */
async function subscriptions({ api }: Attack) {
  const hostile = '[url=R'.repeat(LINK_CHARACTERS / 6)
  const list = (count: number, outline: (at: number) => string) =>
    api('POST', '/v1/import/subscriptions', {
      opml: `<opml>${Array.from({ length: count }, (_, at) => outline(at)).join('')}</opml>`,
    })
  await list(MAX_SUBSCRIPTIONS, (at) => `<outline xmlUrl="${hostile}${at}"/>`)
  await list(25_000, (at) => `<outline url="${at}" text="&lt;b"/>`)
}

/** The results of a batch of transcripts that are there. */
async function batchOfResults({ api, copies }: Attack, target: string) {
  const items = copies.map((_, at) => ({ url: attackedLink(copyId(at)), format: at % 2 === 0 ? 'ass' : 'json' }))
  const started = await api('POST', '/v1/batches', { items })
  const { id } = JSON.parse(started.text) as { id: string }
  for (;;) {
    const answer = await api('GET', `/v1/batches/${id}${target}`)
    if (answer.status !== 409) return
  }
}

async function watchFeed({ api, page, feedUrl }: Attack) {
  const made = JSON.parse((await api('POST', '/v1/watches', { url: feedUrl })).text) as { id: string; feed_url: string }
  await api('GET', `/v1/watches/${made.id}/items?limit=100`)
  await page(new URL(made.feed_url).pathname)
  // A feed is watched once by a user: the test may be tried again.
  await api('DELETE', `/v1/watches/${made.id}`)
}

const search = (target: string, limit: number) => `${target}?limit=${limit}&search=${encodeURIComponent('a')}`

/** The worst that each operation is given that makes more of what a user gives. */
export const AMPLIFIERS: Readonly<Record<string, Amplifier>> = {
  createTranscript: transcribeLargest,
  createTranscription: async ({ form }) => {
    // A worker process is asked for each 256 KiB of the text three times: the largest one takes a minute.
    const file = largeSubtitles(captionLimits().maxBytes / 4)
    await form('/v1/audio/transcriptions', { model: 'whisper-1', response_format: 'verbose_json' }, file)
  },
  editSegments: editMany,
  editSpeakers: ({ api, large }) => {
    const speakers = Array.from({ length: 100 }, (_, at) => ({ id: `S${at + 1}`, name: 'b'.repeat(100) }))
    return api('PATCH', item(large, '/speakers'), { speakers })
  },
  replaceWords: async ({ api, ...attack }) => {
    const replace = (id: string, replacement: string, dry_run: boolean) =>
      api('POST', item(id, '/replace'), { find: 'a', replace: replacement, dry_run })
    await Promise.all(longest(attack).map((id) => replace(id, WIDE, true)))
    await Promise.all([attack.tiny, attack.large].map((id) => replace(id, 'bb', false)))
  },
  restoreRevision: ({ api, tiny, large }) =>
    Promise.all([tiny, large].map((id) => api('POST', item(id, '/revisions/0/restore')))),
  listRevisions: (attack) =>
    Promise.all(longest(attack).map((id) => attack.api('GET', item(id, '/revisions?limit=100')))),
  setVocabulary: ({ api }) => {
    const spellings = Array.from({ length: MAX_SPELLINGS }, (_, at) => ({
      from: 'a'.repeat(1 + (at % 90)),
      to: `b${at}`,
    }))
    return api('PUT', '/v1/me/vocabulary', { spellings })
  },
  listSuggestions: (attack) => Promise.all(longest(attack).map((id) => attack.api('GET', item(id, '/suggestions')))),
  checkTranscription: (attack) =>
    Promise.all(longest(attack).map((id) => attack.api('GET', item(id, '/subtitle-checks')))),
  readTranscription: (attack) =>
    inFormats(longest(attack), { formats: FORMATS, largest: ['json', 'ttml'] }, (id, format) =>
      attack.api('GET', item(id, `?format=${format}&words=true&${FINEST}`)),
    ),
  listTranscriptions: ({ api }) => api('GET', search('/v1/me/transcriptions', 100)),
  readPublicTranscript: ({ page, slugs }) =>
    inFormats(slugs, { formats: ['json', 'ttml'], largest: ['json'] }, (slug, format) =>
      page(`/v1/public/${slug}?format=${format}`),
    ),
  readPublicIndex: ({ page }) => Promise.all([page('/v1/public/index'), page('/v1/public/index')]),
  feedWithTranscripts: ({ api, feedUrl }) => api('GET', `/v1/publish/feed?url=${encodeURIComponent(feedUrl)}`),
  resolvePodcast: ({ api, feedUrl }) => api('POST', '/v1/podcast/resolve', { url: feedUrl }),
  resolveLink: ({ api, feedUrl }) => api('POST', '/v1/resolve', { url: feedUrl }),
  previewImport: ({ api, feedUrl }) => api('POST', '/v1/import/preview', { url: feedUrl }),
  startImport: async ({ api, feedUrl }) => {
    const answer = await api('POST', '/v1/import', { url: feedUrl, search: 'no title has this' })
    const { batch_id } = JSON.parse(answer.text) as { batch_id: string }
    await api('DELETE', `/v1/import/${batch_id}`)
  },
  importSubscriptions: subscriptions,
  startBatch: batchOfLinks,
  zipBatch: (attack) => batchOfResults(attack, '/results.zip'),
  listBatchResults: (attack) => batchOfResults(attack, '/results.jsonl'),
  watchFeed,
  exportAccount: ({ api }) => api('GET', '/v1/me/export'),

  'tool:get_transcript': ({ tool, rpc, hours }) =>
    inTurn(Object.values(VIDEO_IDS), async (videoId) => {
      for (const format of ['markdown', 'json', 'ass'] as const)
        await tool('get_transcript', { url: attackedLink(videoId), format })
      await rpc('resources/read', { uri: `transcript://${hours}` })
    }),
  'tool:search_transcripts': ({ tool }) => tool('search_transcripts', { query: 'a', limit: 20 }),
  'tool:list_transcripts': ({ tool }) => tool('list_transcripts', { limit: 100 }),
  'tool:edit_transcript': ({ tool, tiny, large }) =>
    inTurn([tiny, large], (id) => {
      const edits = [{ find: 'a', replace: 'c', all: true }]
      return tool('edit_transcript', { id, edits })
    }),
  'tool:resolve_podcast': ({ tool, feedUrl }) => tool('resolve_podcast', { url: feedUrl }),
  'tool:preview_import': ({ tool, feedUrl }) => tool('preview_import', { url: feedUrl }),
  'tool:transcribe_many': ({ tool }) =>
    tool('transcribe_many', { links: Array.from({ length: 50 }, (_, at) => attackedLink(copyId(at % COPIES))) }),

  'app/transcripts/[id]/download/[format]/route.ts': (attack) =>
    inFormats(longest(attack), { formats: DOWNLOAD_FORMATS, largest: ['docx', 'pdf'] }, (id, format) =>
      attack.page(`/transcripts/${id}/download/${format}?max_lines=1`),
    ),
  'app/transcripts/zip/route.ts': ({ page, copies }) => {
    const query = (format: string) => new URLSearchParams([['format', format], ...copies.map((id) => ['id', id])])
    return inTurn(['json', 'ttml'], (format) => page(`/transcripts/zip?${query(format)}`))
  },
  'app/(dashboard)/transcripts/[id]/page.tsx': (attack) =>
    inTurn(longest(attack), (id) => attack.page(`/transcripts/${id}`)),
  'app/(dashboard)/transcripts/page.tsx': ({ page }) => page(search('/transcripts', 100)),
  'pages/t/[slug]/index.tsx': ({ page, slugs }) =>
    inTurn(slugs, async (slug) => {
      await page(`/t/${slug}`)
      await Promise.all(Array.from({ length: 10 }, (_, at) => page(`/t/${slug}?t=${at}-${at + 30}`)))
    }),
  'pages/t/[slug]/embed.tsx': ({ page, slugs }) => inTurn(slugs, (slug) => page(`/t/${slug}/embed`)),
  'app/t/[slug]/[document]/route.ts': ({ page, slugs }) =>
    inFormats(slugs, { formats: ['ttml', 'docx'], largest: ['ttml'] }, (slug, format) =>
      page(`/t/${slug}.${DOCUMENT_FILES[format].ending}`),
    ),
  'app/t/[slug]/image/route.tsx': ({ page, slugs }) =>
    inTurn(slugs, (slug) => Promise.all(['', '?t=0-60', '?t=8-90'].map((query) => page(`/t/${slug}/image${query}`)))),
  'app/oembed/route.ts': ({ page, slugs, baseUrl }) =>
    Promise.all(slugs.map((slug) => page(`/oembed?url=${encodeURIComponent(`${baseUrl}/t/${slug}`)}`))),
  'app/sitemap.xml/route.ts': ({ page }) => Promise.all([page('/sitemap.xml'), page('/sitemap.xml?after=page-0')]),
}

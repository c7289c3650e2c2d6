import { documentStream } from '@/lib/archive/documents/stream-document'
import { renderOptions } from '@/lib/archive/render/render-fields'
import { entityTag, isUnchanged, REVALIDATED, versionOfBytes } from '@/lib/core/http/revalidation'
import { type Route, route } from '@/lib/core/operations/route'
import { parseFormat } from '@/lib/jobs/parse-format'
import * as contract from './contract'
import { enrichFeed } from './feed/enrich-feed'
import { findPublicTranscript } from './find-public-transcript'
import { findVersion, listPublic } from './publication-table'
import { listPublications, unpublish, updatePublication } from './publications'
import { publishLibraryItem } from './publish-library-item'
import { publishLink } from './publish-link'

export const publishingRoutes: Route[] = [
  route(contract.publishLink, async ({ actor, body, request }) => ({
    status: 200,
    body: await publishLink(actor, body, request.signal),
  })),

  route(contract.publishTranscription, async ({ actor, params, query }) => ({
    status: 200,
    body: await publishLibraryItem(actor, params.id, query),
  })),

  route(contract.updatePublication, async ({ actor, params, body }) => ({
    status: 200,
    body: await updatePublication(actor, params.slug, body),
  })),

  route(contract.unpublish, async ({ actor, params }) => {
    await unpublish(actor, params.slug)
    return { status: 204, body: undefined }
  }),

  route(contract.listPublications, async ({ actor, query }) => ({
    status: 200,
    body: await listPublications(actor, query),
  })),

  route(contract.feedWithTranscripts, async ({ actor, query, request }) => {
    const { bytes, charset } = await enrichFeed(actor, query.url, request.signal)
    const etag = entityTag(versionOfBytes(bytes), 'feed')
    const headers = { 'cache-control': 'private, no-cache', etag }
    if (isUnchanged(request.headers, etag)) return new Response(null, { status: 304, headers })
    const type = `application/rss+xml${charset ? `; charset=${charset}` : ''}`
    // Another party has written the feed: a browser saves it and shows nothing of it as a page of ours.
    const file = { 'content-type': type, 'content-disposition': 'attachment; filename="feed.xml"' }
    return new Response(new Uint8Array(bytes), { headers: { ...headers, ...file } })
  }),

  route(contract.readPublicIndex, async ({ query }) => ({
    status: 200,
    body: await listPublic(query),
    headers: REVALIDATED,
  })),

  route(contract.readPublicTranscript, async ({ params, query, request }) => {
    const format = parseFormat(query.format)
    const options = renderOptions(query)
    const version = await findVersion(params.slug)
    const etag = version && entityTag(version, format, options)
    const headers = etag ? { ...REVALIDATED, etag } : {}
    if (etag && isUnchanged(request.headers, etag)) {
      return { status: 304, body: undefined, headers }
    }
    const transcript = await findPublicTranscript(params.slug, format, options)
    return { status: 200, body: transcript, headers, ...documentStream(transcript.document) }
  }),
]

import { findLibraryItemId } from '@/lib/archive/library-items/library-item-table'
import type { Actor } from '@/lib/core/actor'
import { db, pool } from '@/lib/core/db/db'
import type { Prisma, Publication } from '@/lib/core/generated/prisma/client'
import { versionOf } from '@/lib/core/http/revalidation'
import { INDEX_LIMIT, type PublicIndex, type Published } from './contract'
import { isSlug, pageUrl } from './slug'

const NOT_EXPIRED = '(p.expires_at is null or p.expires_at > now())'
/** The condition of pages that an index may name. */
const LISTED = `p.taken_down_at is null and u.suspended_at is null and not p.unlisted and ${NOT_EXPIRED}`

type VersionRow = { parts: string }

/** The parts on which a published transcript's page depends, without the text. */
const FIND = {
  name: 'find_public_version',
  text: `select concat_ws('|', t.id, t.changed_at, e.covered_ms, p.created_at, p.slug, p.unlisted, coalesce(e.custom_title, e.title, m.title),
                          coalesce(e.author, m.author), coalesce(e.thumbnail_url, m.thumbnail_url),
                          coalesce(e.published_at, m.published_at), m.kind) as parts
         from publication p join library_item e on e.id = p.library_item_id join transcript t on t.id = e.transcript_id
         join media m on m.id = e.media_id join users u on u.id = p.user_id
         where p.slug = coalesce((select successor.slug from former_slug f
                                  join publication successor on successor.library_item_id = f.library_item_id
                                  where f.slug = $1 and f.withdrawn_at is null), $1)
           and p.taken_down_at is null and u.suspended_at is null and ${NOT_EXPIRED}`,
}

/**
 * The version of a published transcript, which changes with its content; null when nothing is published under the slug.
 * Queried on every request, so that a cached page is never shown after it has changed.
 */
export async function findVersion(slug: string): Promise<string | null> {
  if (!isSlug(slug)) return null
  const { rows } = await pool().query<VersionRow>({ ...FIND, values: [slug] })
  const [row] = rows
  return row ? versionOf(row.parts) : null
}

type Row = { slug: string; updatedAt: Date }

const LIST = {
  name: 'list_public',
  text: `select p.slug, greatest(p.created_at, t.changed_at) as "updatedAt"
         from publication p join library_item e on e.id = p.library_item_id join transcript t on t.id = e.transcript_id
              join users u on u.id = p.user_id
         where p.slug > $1 and ${LISTED} order by p.slug limit $2`,
}

/** Reading this many rows does not delay other requests. */
const ROWS = 1_000

/** Published transcripts by their slugs in alphabetical order, from after one on. */
export async function listPublic({ after, limit }: { after: string; limit: number }): Promise<PublicIndex> {
  const items: PublicIndex['items'] = []
  for (let last = after; ; last = items.at(-1)?.slug ?? last) {
    const wanted = Math.min(ROWS, limit + 1 - items.length)
    const { rows } = await pool().query<Row>({ ...LIST, values: [last, wanted] })
    for (const { slug, updatedAt } of rows) items.push({ slug, updated_at: updatedAt.toISOString() })
    if (rows.length < wanted || items.length > limit) break
  }
  const page = items.slice(0, limit)
  return { items: page, next_after: items.length > limit ? (page.at(-1)?.slug ?? null) : null }
}

const PART_END = {
  name: 'find_public_part_end',
  text: `select p.slug from publication p join library_item e on e.id = p.library_item_id
              join transcript t on t.id = e.transcript_id join users u on u.id = p.user_id
         where p.slug > $1 and ${LISTED} order by p.slug offset $2 limit 2`,
}

/** The last slug of the part of the index that begins after a slug; null for the last part. */
export async function findPartEnd(after: string): Promise<string | null> {
  const { rows } = await pool().query<Pick<Row, 'slug'>>({ ...PART_END, values: [after, INDEX_LIMIT - 1] })
  return rows.length === 2 ? (rows[0]?.slug ?? null) : null
}

/** The public page of a library item of the caller's history; null: none. */
export async function findPublished({ userId }: Actor, libraryItemId: string): Promise<Published | null> {
  const id = await findLibraryItemId(userId, libraryItemId)
  const include = { libraryItem: { select: { transcript: { select: { lang: true } } } } }
  const publication = await db().publication.findFirst({ where: { libraryItemId: id, userId }, include })
  return publication && toPublished(publication, publication.libraryItem.transcript?.lang ?? null)
}

/** A public page as the API shows it to its owner. */
export function toPublished(
  { slug, unlisted, expiresAt, views }: Pick<Publication, 'slug' | 'unlisted' | 'expiresAt' | 'views'>,
  lang: string | null,
  warnings: Published['warnings'] = [],
): Published {
  const expires = expiresAt?.toISOString() ?? null
  return { slug, url: pageUrl(slug), lang, warnings, unlisted, expires_at: expires, views }
}

/** Whether no page has, had or may get a slug back. */
export async function isFreeSlug(tx: Prisma.TransactionClient, slug: string): Promise<boolean> {
  const where = { slug }
  const taken = [
    await tx.publication.count({ where }),
    await tx.formerSlug.count({ where }),
    await tx.trashedItem.count({ where }),
  ]
  return taken.every((count) => count === 0)
}

const ADD_VIEWS = {
  name: 'add_views',
  text: `update publication p set views = least(p.views::bigint + seen.views, 2147483647)::int
         from unnest($1::text[], $2::int[]) as seen (slug, views) where p.slug = seen.slug`,
}

/** How often a public page was opened. */
export type Views = { slug: string; views: number }

/** Adds to the counts of views of public pages. */
export async function addViews(seen: readonly Views[]): Promise<void> {
  await pool().query({ ...ADD_VIEWS, values: [seen.map(({ slug }) => slug), seen.map(({ views }) => views)] })
}

/** A published transcript of a recording behind a direct link, as an episode of a podcast is. */
export type PublishedRecording = { slug: string; lang: string | null; url: string }

const RECORDINGS = {
  name: 'list_published_recordings',
  text: `select p.slug, t.lang, m.url
         from publication p join library_item e on e.id = p.library_item_id join transcript t on t.id = e.transcript_id
              join media m on m.id = e.media_id
         where p.user_id = $1 and m.platform = 'podcast' and p.taken_down_at is null and not p.unlisted and ${NOT_EXPIRED}
           and t.complete and (e.covered_ms is null or e.covered_ms >= t.covered_ms)
         order by p.created_at, p.slug limit $2`,
}

/** The recordings behind direct links of which a user has published the whole transcript, the longest published first. */
export async function listPublishedRecordings({ userId }: Actor, limit: number): Promise<PublishedRecording[]> {
  const { rows } = await pool().query<PublishedRecording>({ ...RECORDINGS, values: [userId, limit] })
  return rows
}

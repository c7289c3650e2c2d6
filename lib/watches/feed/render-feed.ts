import { timingSafeEqual } from 'node:crypto'
import { escapeUTF8 } from 'entities'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { hashToken } from '@/lib/core/secrets/tokens'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'

const MAX_ENTRIES = 50

/** Characters that XML 1.0 can't contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const text = (value: string) => escapeUTF8(value.toWellFormed().replace(NOT_XML, ''))

type Entry = { id: string; title: string; libraryItemId: string; finishedAt: Date; audioUrl: string }

async function listEntries(watchId: string, userId: string): Promise<Entry[]> {
  const rows = await db().importItem.findMany({
    where: {
      batch: { watchId, userId },
      userId,
      state: 'done',
      libraryItemId: { not: null },
      finishedAt: { not: null },
    },
    orderBy: { finishedAt: 'desc' },
    take: MAX_ENTRIES,
  })
  return rows.flatMap(({ batchId, position, title, libraryItemId, finishedAt, audioUrl }) =>
    libraryItemId && finishedAt ? [{ id: `${batchId}:${position}`, title, libraryItemId, finishedAt, audioUrl }] : [],
  )
}

function renderEntry({ id, title, libraryItemId, finishedAt, audioUrl }: Entry): string {
  const { baseUrl } = env()
  return [
    '  <entry>',
    `    <id>urn:verbatim:watch-item:${id}</id>`,
    `    <title>${text(title)}</title>`,
    `    <updated>${finishedAt.toISOString()}</updated>`,
    `    <link rel="alternate" type="text/html" href="${baseUrl}/transcripts/${libraryItemId}"/>`,
    `    <link rel="related" href="${text(withoutCredentials(audioUrl))}"/>`,
    '  </entry>',
  ].join('\n')
}

/**
 * The Atom feed of the last transcripts of a watch, by its secret link. The transcripts themselves open for their user alone.
 * Throws `not_found`, for a wrong secret too.
 */
export async function renderWatchFeed(watchId: string, token: string): Promise<{ xml: string; updated: Date }> {
  const watch = isId(watchId) ? await db().watch.findUnique({ where: { id: watchId }, include: { user: true } }) : null
  const hash = hashToken(token)
  const isAllowed = watch?.feedHash && watch.user.suspendedAt === null && timingSafeEqual(watch.feedHash, hash)
  if (!watch || !isAllowed)
    throw new Problem('not_found', { detail: 'There is no feed at this link. Create a new link.' })
  const entries = await listEntries(watchId, watch.userId)
  const updated = entries[0]?.finishedAt ?? watch.createdAt
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>urn:uuid:${watchId}</id>`,
    `  <title>${text(`Transcripts: ${watch.title ?? withoutCredentials(watch.sourceUrl)}`)}</title>`,
    '  <author><name>Verbatim</name></author>',
    `  <updated>${updated.toISOString()}</updated>`,
    ...entries.map(renderEntry),
    '</feed>',
    '',
  ]
  return { xml: lines.join('\n'), updated }
}

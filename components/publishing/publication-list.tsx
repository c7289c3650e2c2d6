'use client'

import { Globe } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { EmptyNote } from '@/components/site/empty-note'
import { Button } from '@/components/ui/button'
import type { PublicationList as List } from '@/lib/publishing/contract'
import { PublicationRow } from './publication-row'
import { words } from './words'

function NothingPublished() {
  return (
    <EmptyNote Icon={Globe} title={words.nothing}>
      <p className="pb-4">{words.nothingText}</p>
      <Button asChild>
        <Link href="/transcripts">{words.choose}</Link>
      </Button>
    </EmptyNote>
  )
}

function PageLink({ offset, children }: { offset: number; children: string }) {
  return (
    <Button asChild>
      <Link href={offset === 0 ? '/publishing' : `/publishing?offset=${offset}`}>{children}</Link>
    </Button>
  )
}

/** What the account has published, the newest first. */
export function PublicationList({ list: { items, total, limit, offset } }: { list: List }) {
  const router = useRouter()
  const [gone, setGone] = useState<readonly string[]>([])
  const top = useRef<HTMLDivElement>(null)
  const left = items.filter(({ slug }) => !gone.includes(slug))
  const remove = (slug: string) => {
    setGone([...gone, slug])
    // The button that had the focus goes with its row.
    top.current?.focus()
    router.refresh()
  }
  return (
    <div ref={top} tabIndex={-1} className="focus:outline-none">
      {left.length === 0 && offset === 0 ? (
        <NothingPublished />
      ) : (
        <ul>
          {left.map((publication) => (
            <PublicationRow key={publication.slug} publication={publication} onGone={() => remove(publication.slug)} />
          ))}
        </ul>
      )}
      {total > limit && (
        <nav aria-label={words.pages} className="flex items-center gap-3 border-t border-hairline pt-4">
          {offset > 0 && <PageLink offset={Math.max(0, offset - limit)}>{words.newer}</PageLink>}
          {offset + limit < total && <PageLink offset={offset + limit}>{words.older}</PageLink>}
          <span className="text-sm text-soft tabular-nums">
            {words.range(offset + 1, Math.min(offset + limit, total), total)}
          </span>
        </nav>
      )}
    </div>
  )
}

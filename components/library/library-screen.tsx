'use client'

import { SearchX } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { EmptyNote } from '@/components/site/empty-note'
import { Button } from '@/components/ui/button'
import type { LibraryQuery, TranscriptionList as Page } from '@/lib/library/contract'
import type { CaptionEndings } from '../source-form/source-form'
import { FilterBar } from './filters/filter-bar'
import { SearchField } from './filters/search-field'
import { isEmpty } from './library-address'
import { TranscriptionList } from './transcription-list'
import { useLibraryQuery } from './use-library-query'
import { useTranscriptions } from './use-transcriptions'
import { words } from './words'

/** Loaded for an empty library only. */
const SourceForm = dynamic(() => import('../source-form/source-form').then((file) => file.SourceForm))

function Empty({ captionEndings }: { captionEndings: CaptionEndings }) {
  return (
    <section className="rounded-md border border-hairline bg-raised p-4 sm:p-8">
      <h2 className="pb-2 text-lg font-semibold">{words.emptyTitle}</h2>
      <p className="max-w-[68ch] pb-6 text-soft">{words.emptyText}</p>
      <SourceForm captionEndings={captionEndings} />
    </section>
  )
}

type Props = {
  query: LibraryQuery
  initial: Page
  /** The languages of the user's texts, without regions. */
  languages: readonly string[]
  captionEndings: CaptionEndings
}

/** The user's transcripts: an empty library, no match for the filters, or the list. */
export function LibraryScreen({ query, initial, languages, captionEndings }: Props) {
  const list = useTranscriptions(query, initial)
  const [chosen, change] = useLibraryQuery(query)
  if (isEmpty(query, list)) return <Empty captionEndings={captionEndings} />
  return (
    <div className="flex flex-col gap-4">
      <SearchField query={chosen} onChange={change} />
      <FilterBar query={chosen} onChange={change} languages={languages} />
      {list.transcriptions.length > 0 ? (
        // While the list of another choice is on its way, nothing can be done with the old one.
        <div className="pt-2 transition-opacity inert:opacity-50" inert={chosen !== query}>
          <h2 className="sr-only">{words.listTitle}</h2>
          <TranscriptionList query={query} list={list} />
        </div>
      ) : (
        <div role="status" className="pt-2">
          <EmptyNote Icon={SearchX} title={query.published ? words.nothingPublished : words.nothingMatches}>
            {query.published && <p className="pb-4">{words.nothingPublishedText}</p>}
            <Button asChild>
              <Link href="/transcripts">{words.showAll}</Link>
            </Button>
          </EmptyNote>
        </div>
      )}
    </div>
  )
}

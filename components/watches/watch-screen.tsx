'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Radar } from 'lucide-react'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { EmptyNote } from '@/components/site/empty-note'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { Watch, WatchList, WatchWithFeed } from '@/lib/watches/contract'
import { AddWatch } from './add-watch'
import { FeedLink } from './feed-link'
import { WatchActions } from './watch-actions'
import { isBeingRead, titleOf, WatchFacts, WatchState } from './watch-facts'
import { fetchWatches } from './watch-requests'
import { words } from './words'

const LOOK_AGAIN_MS = 2000
const KEY = ['watches']

/** The watches of an account, newest first, and the form that adds one. `url`: a link to fill in. */
export function WatchScreen({ initial, url }: { initial: WatchList; url: string }) {
  const queries = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [fresh, setFresh] = useState<WatchWithFeed | null>(null)
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchWatches(null, signal),
    initialData: initial,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.data?.watches.some(isBeingRead) ? LOOK_AGAIN_MS : false),
  })
  const [older, setOlder] = useState<WatchList | null>(null)
  const change = (next: (watches: Watch[]) => Watch[]) => {
    queries.setQueryData<WatchList>(KEY, (list) => list && { ...list, watches: next(list.watches) })
    setOlder((list) => list && { ...list, watches: next(list.watches) })
  }
  const replace = (changed: Watch) => change((all) => all.map((one) => (one.id === changed.id ? changed : one)))
  const remove = (id: string) => {
    change((all) => all.filter((one) => one.id !== id))
    if (fresh?.id === id) setFresh(null)
    // The button that had the focus goes with its row.
    heading.current?.focus()
  }
  const add = (watch: WatchWithFeed) => {
    queries.setQueryData<WatchList>(KEY, (list) => list && { ...list, watches: [watch, ...list.watches] })
    setFresh(watch)
  }
  const cursor = older ? older.next_cursor : data.next_cursor
  const showMore = async () => {
    try {
      const page = await fetchWatches(cursor)
      setOlder((list) => ({ ...page, watches: [...(list?.watches ?? []), ...page.watches] }))
    } catch (error) {
      toast.error(problemOf(error).detail)
    }
  }
  const watches = [...data.watches, ...(older?.watches ?? [])]
  return (
    <div className="flex flex-col gap-10">
      <AddWatch key={url} initial={url} onAdded={add} />
      {fresh?.feed_url && <FeedLink link={fresh.feed_url} title={titleOf(fresh)} />}
      <section aria-labelledby="watches">
        <h2 ref={heading} id="watches" tabIndex={-1} className="pb-4 text-lg font-semibold tracking-tight">
          {words.yours}
        </h2>
        {watches.length === 0 ? (
          <EmptyNote Icon={Radar} title={words.none}>
            {words.noneHow}
          </EmptyNote>
        ) : (
          <ul className="flex flex-col gap-3">
            {watches.map((watch) => (
              <Row key={watch.id} watch={watch} onChanged={replace} onRemoved={() => remove(watch.id)} />
            ))}
          </ul>
        )}
        {cursor !== null && (
          <Button className="mt-4" onClick={showMore}>
            {words.more}
          </Button>
        )}
      </section>
    </div>
  )
}

type RowProps = { watch: Watch; onChanged: (watch: Watch) => void; onRemoved: () => void }

function Row({ watch, onChanged, onRemoved }: RowProps) {
  return (
    <li className="flex flex-col gap-3 rounded-md border border-hairline bg-raised p-4 sm:flex-row sm:items-start sm:justify-between">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-medium wrap-anywhere">
            <Link href={`/imports/following/${watch.id}`} className="rounded-sm underline-offset-4 hover:underline">
              {titleOf(watch)}
            </Link>
          </h3>
          <WatchState watch={watch} />
        </div>
        <WatchFacts watch={watch} />
      </div>
      <WatchActions watch={watch} onChanged={onChanged} onRemoved={onRemoved} />
    </li>
  )
}

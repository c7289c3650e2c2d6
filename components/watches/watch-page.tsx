'use client'

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { Moment } from '@/components/format/moment'
import { problemOf } from '@/components/problem/problem-of'
import { PageHeading } from '@/components/site/page-heading'
import { SourceLink } from '@/components/site/source-link'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { Watch } from '@/lib/watches/contract'
import type { WatchItem, WatchItemList } from '@/lib/watches/items/contract'
import { FeedLink } from './feed-link'
import { WatchActions } from './watch-actions'
import { isBeingRead, titleOf, WatchFacts, WatchState } from './watch-facts'
import { fetchItems, fetchWatch, requestFeedLink } from './watch-requests'
import { words } from './words'

const LOOK_AGAIN_MS = 2000

const isOpen = ({ status }: WatchItem) => status === 'queued' || status === 'in_progress'

type Props = { watch: Watch; items: WatchItemList }

/** A watch: how it goes, what it has brought with the outcome of each, and its feed. */
export function WatchPage({ watch: initial, items }: Props) {
  const queries = useQueryClient()
  const router = useRouter()
  const key = ['watch', initial.id]
  const { data: watch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchWatch(initial.id, signal),
    initialData: initial,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.data && isBeingRead(state.data) ? LOOK_AGAIN_MS : false),
  })
  return (
    <>
      <PageHeading
        back={{ href: '/imports/following', name: words.all }}
        title={titleOf(watch)}
        lead={<SourceLink url={watch.url} />}
        action={
          <WatchActions
            watch={watch}
            onChanged={(changed) => queries.setQueryData(key, changed)}
            onRemoved={() => router.push('/imports/following')}
          />
        }
      />
      <div role="status" className="pb-8">
        <WatchState watch={watch} />
        <WatchFacts watch={watch} />
      </div>
      <Items watch={watch} first={items} />
      <Feed watch={watch} />
    </>
  )
}

function Items({ watch, first }: { watch: Watch; first: WatchItemList }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['watch-items', watch.id, watch.taken, watch.waiting],
    queryFn: ({ pageParam, signal }) => fetchItems(watch.id, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    placeholderData: (before) => before ?? { pages: [first], pageParams: [null] },
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isOpen)) || isBeingRead(watch) ? LOOK_AGAIN_MS : false,
  })
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="pb-3 text-lg font-semibold tracking-tight">
        {words.items}
      </h2>
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-3 py-2 text-sm text-failed">
          {words.notLoaded}
          <Button onClick={() => refetch()}>{words.retry}</Button>
        </div>
      )}
      {items.length === 0 ? (
        <p className="text-soft">{words.noItems}</p>
      ) : (
        <ul>
          {items.map((item) => (
            <ItemRow key={`${item.seen_at} ${item.title} ${item.audio_url}`} item={item} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {words.moreItems}
        </Button>
      )}
    </section>
  )
}

function outcomeOf({ status, reason, error }: WatchItem): string {
  if (status === 'failed') return error?.detail ?? words.outcomes.failed
  return status === 'skipped' && reason ? words.skipped[reason] : words.outcomes[status]
}

function ItemRow({ item }: { item: WatchItem }) {
  const { title, transcript_id: transcriptId, published, seen_at: seenAt, status } = item
  const day = published ?? seenAt
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-hairline py-3">
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {transcriptId ? (
          <Link href={`/transcripts/${transcriptId}`} className="rounded-sm underline-offset-4 hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </span>
      <span className={`text-sm ${status === 'failed' ? 'text-failed' : 'text-soft'}`}>{outcomeOf(item)}</span>
      <Moment iso={day} className="min-w-24 text-end text-sm text-soft tabular-nums max-sm:hidden" />
    </li>
  )
}

/** The feed of results: its secret link is only shown when it is new. */
function Feed({ watch }: { watch: Watch }) {
  const renew = useMutation({
    mutationFn: () => requestFeedLink(watch.id),
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return (
    <div className="pt-10">
      {renew.data ? (
        <FeedLink link={renew.data} title={titleOf(watch)} />
      ) : (
        <section aria-labelledby="feed">
          <h2 id="feed" className="pb-2 text-lg font-semibold tracking-tight">
            {words.feed(titleOf(watch))}
          </h2>
          <p className="max-w-[68ch] pb-3 text-sm text-soft">
            {words.feedText} {words.newFeedHint}
          </p>
          <Button disabled={renew.isPending} onClick={() => renew.mutate()}>
            {words.newFeed}
          </Button>
        </section>
      )}
    </div>
  )
}

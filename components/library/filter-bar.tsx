import { useRouter } from 'next/navigation'
import { Select } from '@/components/ui/select'
import type { LibraryQuery } from '@/lib/library/contract'
import { libraryAddress } from './library-address'
import { StateChips } from './state-chips'
import { words } from './words'

const PLATFORMS = [
  'youtube',
  'x',
  'tiktok',
  'facebook',
  'instagram',
  'rednote',
  'upload',
  'podcast',
] as const satisfies readonly LibraryQuery['platform'][]

const ORDERS = [
  { sort: 'created_at', order: 'desc', name: words.orders.newest },
  { sort: 'created_at', order: 'asc', name: words.orders.oldest },
  { sort: 'total_seconds', order: 'desc', name: words.orders.longest },
  { sort: 'total_seconds', order: 'asc', name: words.orders.shortest },
] as const satisfies readonly (Pick<LibraryQuery, 'sort' | 'order'> & { name: string })[]

/** What the list is narrowed to and in which order it is, all of it in the address. */
export function FilterBar({ query }: { query: LibraryQuery }) {
  const router = useRouter()
  const go = (change: Partial<LibraryQuery>) => router.push(libraryAddress(query, change))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <StateChips query={query} />
      <div className="-mx-3 flex flex-wrap items-center">
        <Select
          label={words.platform}
          value={query.platform ?? ''}
          onChange={({ target }) => go({ platform: PLATFORMS.find((name) => name === target.value) ?? null })}
        >
          <option value="">{words.everyPlatform}</option>
          {PLATFORMS.map((name) => (
            <option key={name} value={name}>
              {words.platforms[name]}
            </option>
          ))}
        </Select>
        <Select
          label={words.order}
          value={ORDERS.findIndex(({ sort, order }) => sort === query.sort && order === query.order)}
          onChange={({ target }) => {
            const { sort, order } = ORDERS[Number(target.value)] ?? ORDERS[0]
            go({ sort, order })
          }}
        >
          {ORDERS.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}

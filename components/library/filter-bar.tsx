import { useRouter } from 'next/navigation'
import { Select } from '@/components/ui/select'
import type { HistoryQuery } from '@/lib/history/contract'
import { historyQuerySchema } from '@/lib/history/contract'
import { libraryAddress } from './library-address'
import { StateChips } from './state-chips'
import { words } from './words'

const PLATFORMS = historyQuerySchema.shape.platform.unwrap().unwrap().options

/** What the list is narrowed to and in which order it is, all of it in the address. */
export function FilterBar({ query }: { query: HistoryQuery }) {
  const router = useRouter()
  const go = (change: Partial<HistoryQuery>) => router.push(libraryAddress(query, change))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StateChips query={query} />
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
        value={`${query.sort} ${query.order}`}
        onChange={({ target }) => {
          const { sort, order } = historyQuerySchema.parse(
            Object.fromEntries(target.value.split(' ').map((word, index) => [index === 0 ? 'sort' : 'order', word])),
          )
          go({ sort, order })
        }}
      >
        {Object.entries(words.orders).map(([order, name]) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

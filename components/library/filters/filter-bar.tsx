import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { languageName } from '@/components/format/language-name'
import { Button } from '@/components/ui/button'
import { CHOICE } from '@/components/ui/chip'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/fields'
import { transcriptSourceSchema } from '@/lib/captions/transcript'
import type { LibraryQuery } from '@/lib/library/contract'
import { PLATFORM_IDS } from '@/lib/platforms/platforms'
import { libraryAddress } from '../library-address'
import type { ChangeQuery } from '../use-library-query'
import { words } from '../words'
import { DateFilter } from './date-filter'

const ORDERS = [
  { sort: 'created_at', order: 'desc', name: words.orders.newest },
  { sort: 'created_at', order: 'asc', name: words.orders.oldest },
  { sort: 'total_seconds', order: 'desc', name: words.orders.longest },
  { sort: 'total_seconds', order: 'asc', name: words.orders.shortest },
  { sort: 'title', order: 'asc', name: words.orders.title },
  { sort: 'title', order: 'desc', name: words.orders.titleFromEnd },
] as const satisfies readonly (Pick<LibraryQuery, 'sort' | 'order'> & { name: string })[]

type Props = {
  query: LibraryQuery
  onChange: ChangeQuery
  /** The languages of the user's texts, without regions. */
  languages: readonly string[]
}

/** The filters and the order of the list. All are kept in the address. On a phone most of them open on demand. */
export function FilterBar({ query, onChange, languages }: Props) {
  const { tag, platform, lang, source, created_after: after, created_before: before } = query
  const [isOpen, setIsOpen] = useState([tag, platform, lang, source, after, before].some((value) => value !== null))
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <KindChips query={query} onChange={onChange} />
        <div className="-mx-3 flex flex-wrap items-center">
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="sm:hidden"
          >
            <SlidersHorizontal className="size-4" aria-hidden="true" />
            {words.moreFilters}
          </Button>
          <Select
            label={words.order}
            value={ORDERS.findIndex(({ sort, order }) => sort === query.sort && order === query.order)}
            onChange={({ target }) => {
              const { sort, order } = ORDERS[Number(target.value)] ?? ORDERS[0]
              onChange({ sort, order })
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
      <div className={classes('-mx-3 flex flex-wrap items-center', !isOpen && 'max-sm:hidden')}>
        <Select
          label={words.platform}
          value={platform ?? ''}
          onChange={({ target }) => onChange({ platform: PLATFORM_IDS.find((name) => name === target.value) ?? null })}
        >
          <option value="">{words.everyPlatform}</option>
          {PLATFORM_IDS.map((name) => (
            <option key={name} value={name}>
              {words.platforms[name]}
            </option>
          ))}
        </Select>
        <LanguageFilter current={lang} languages={languages} onChange={(chosen) => onChange({ lang: chosen })} />
        <Select
          label={words.source}
          value={source ?? ''}
          onChange={({ target }) => onChange({ source: SOURCES.find((name) => name === target.value) ?? null })}
        >
          <option value="">{words.everySource}</option>
          {SOURCES.map((name) => (
            <option key={name} value={name}>
              {words.sources[name]}
            </option>
          ))}
        </Select>
        <DateFilter key={`${after} ${before}`} query={query} onChange={onChange} />
        <TagFilter query={query} onChange={(chosen) => onChange({ tag: chosen })} />
      </div>
    </div>
  )
}

const SOURCES = transcriptSourceSchema.options

type LanguageProps = { current: string | null; languages: readonly string[]; onChange: (lang: string | null) => void }

/** The filter by language: there once the user has texts in one. */
function LanguageFilter({ current, languages, onChange }: LanguageProps) {
  const offered = current === null || languages.includes(current) ? languages : [...languages, current]
  if (offered.length === 0) return null
  return (
    <Select label={words.language} value={current ?? ''} onChange={({ target }) => onChange(target.value || null)}>
      <option value="">{words.everyLanguage}</option>
      {offered.map((lang) => (
        <option key={lang} value={lang} suppressHydrationWarning>
          {languageName(lang)}
        </option>
      ))}
    </Select>
  )
}

/** The filter by tag: there once the user has tags. */
function TagFilter({ query, onChange }: { query: LibraryQuery; onChange: (tag: string | null) => void }) {
  const { data: tags = [] } = useQuery({
    queryKey: ['tags'],
    queryFn: async ({ signal }) => (await import('../library-requests')).fetchTags(signal),
  })
  const fold = (name: string) => name.toLowerCase()
  const current =
    query.tag === null ? '' : (tags.find(({ name }) => fold(name) === fold(query.tag ?? ''))?.name ?? query.tag)
  if (tags.length === 0 && current === '') return null
  const names = tags.some(({ name }) => name === current) || current === '' ? tags : [...tags, { name: current }]
  return (
    <Select label={words.tag} value={current} onChange={({ target }) => onChange(target.value || null)}>
      <option value="">{words.everyTag}</option>
      {names.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}

type Kind = Pick<LibraryQuery, 'state' | 'published'> & { name: string }

const KINDS: readonly Kind[] = [
  { state: null, published: null, name: words.states.all },
  { state: 'done', published: null, name: words.states.done },
  { state: 'in_progress', published: null, name: words.states.in_progress },
  { state: 'error', published: null, name: words.states.error },
  { state: null, published: true, name: words.published },
]

/** The filter by state, or by having a public page: links, of which one is current. */
function KindChips({ query, onChange }: Pick<Props, 'query' | 'onChange'>) {
  return (
    <nav aria-label={words.filters} className="flex flex-wrap gap-1.5">
      {KINDS.map(({ name, ...kind }) => (
        <Link
          key={name}
          href={libraryAddress(query, kind)}
          onNavigate={(event) => {
            event.preventDefault()
            onChange(kind)
          }}
          aria-current={query.state === kind.state && query.published === kind.published ? 'true' : undefined}
          className={CHOICE}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

import { type FormEvent, useState } from 'react'
import { dayOf, startOfDay } from '@/components/format/days'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/fields'
import { useIsHydrated } from '@/components/use-is-hydrated'
import type { LibraryQuery } from '@/lib/library/contract'
import { words } from '../words'

const PRESETS = [
  { days: 7, name: words.lastDays(7) },
  { days: 30, name: words.lastDays(30) },
  { days: 365, name: words.lastYear },
] as const

const ANY = ''
const CHOSEN = 'dates'

const sinceDaysAgo = (days: number) => startOfDay(dayOf(new Date()), -days)

type Times = Pick<LibraryQuery, 'created_after' | 'created_before'>
type Props = { query: Times; onChange: (change: Times) => void }

/** The filter by date, in days of the reader's zone: the last ones, or a first and a last day. */
export function DateFilter({ query, onChange }: Props) {
  const { created_after: after, created_before: before } = query
  // The server does not know the zone.
  const isHydrated = useIsHydrated()
  const preset = isHydrated && before === null ? PRESETS.find(({ days }) => sinceDaysAgo(days) === after) : undefined
  const isFiltered = after !== null || before !== null
  const [isChoosing, setIsChoosing] = useState(false)
  const current = isChoosing ? CHOSEN : String(preset?.days ?? (isFiltered ? CHOSEN : ANY))
  const choose = (value: string) => {
    setIsChoosing(value === CHOSEN)
    if (value === CHOSEN) return
    const days = PRESETS.find((one) => String(one.days) === value)?.days
    onChange({ created_after: days === undefined ? null : sinceDaysAgo(days), created_before: null })
  }
  return (
    <>
      <Select label={words.date} value={current} onChange={({ target }) => choose(target.value)}>
        <option value={ANY}>{words.anyDate}</option>
        {PRESETS.map(({ days, name }) => (
          <option key={days} value={days}>
            {name}
          </option>
        ))}
        <option value={CHOSEN}>{words.chooseDates}</option>
      </Select>
      {current === CHOSEN && isHydrated && <Dates query={query} onChange={onChange} />}
    </>
  )
}

const FIELD = 'min-h-8 pointer-coarse:min-h-10 rounded-md border border-outline bg-raised px-2 text-sm text-ink'

function Dates({ query: { created_after: after, created_before: before }, onChange }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [String(form.get('from')), String(form.get('to'))]
    onChange({
      created_after: from === '' ? null : startOfDay(from),
      created_before: to === '' ? null : startOfDay(to, 1),
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 px-3 text-sm text-soft">
      <label className="flex items-center gap-2">
        {words.from}
        <input
          type="date"
          name="from"
          min={FIRST_DAY}
          max={LAST_DAY}
          defaultValue={after === null ? '' : dayOf(new Date(after))}
          className={FIELD}
        />
      </label>
      <label className="flex items-center gap-2">
        {words.to}
        <input
          type="date"
          name="to"
          min={FIRST_DAY}
          max={LAST_DAY}
          defaultValue={before === null ? '' : dayOf(new Date(Date.parse(before) - 1))}
          className={FIELD}
        />
      </label>
      <Button type="submit" size="small">
        {words.apply}
      </Button>
    </form>
  )
}

/** The first and the last day that the API accepts. */
const FIRST_DAY = '1970-01-01'
const LAST_DAY = '2999-12-30'

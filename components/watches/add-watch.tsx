import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { UrlInput } from '@/components/url-input'
import type { WatchWithFeed } from '@/lib/watches/contract'
import { requestWatch } from './watch-requests'
import { words } from './words'

const DEFAULT_PERIOD = '6h'
const FIELD =
  'min-h-12 w-full min-w-0 appearance-none rounded-md border border-outline bg-raised ps-4 pe-10 text-base text-ink'

function Choice({
  label,
  children,
  ...rest
}: {
  label: string
  children: ReactNode
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <span className="relative">
        <select id={id} value={rest.value} onChange={(event) => rest.onChange(event.target.value)} className={FIELD}>
          {children}
        </select>
        <ChevronDown
          className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-soft"
          aria-hidden="true"
        />
      </span>
    </div>
  )
}

type Props = { initial: string; onAdded: (watch: WatchWithFeed) => void }

/** The form that watches a link. `initial`: the link that the page was opened with. */
export function AddWatch({ initial, onAdded }: Props) {
  const [url, setUrl] = useState(initial)
  const [every, setEvery] = useState(DEFAULT_PERIOD)
  const [backfill, setBackfill] = useState('0')
  const id = useId()
  const add = useMutation({
    mutationFn: () => requestWatch({ url: url.trim(), every, backfill: Number(backfill) }),
    onSuccess: ({ isNew, watch }) => {
      setUrl('')
      toast.success(isNew ? words.added : words.known)
      if (isNew) onAdded(watch)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending && url.trim() !== '') add.mutate()
  }
  return (
    <form onSubmit={submit} aria-label={words.form} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row">
        <UrlInput
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          enterKeyHint="go"
          required
          aria-label={words.link}
          aria-invalid={add.error ? true : undefined}
          aria-describedby={add.error ? `${id}-error` : undefined}
          placeholder={words.placeholder}
          className="min-h-12 min-w-0 flex-1 rounded-md border border-outline bg-raised px-4 text-base text-ink placeholder:text-soft aria-invalid:border-failed"
        />
        <Button type="submit" variant="primary" className="min-h-12 sm:min-w-28" disabled={add.isPending}>
          {add.isPending ? words.adding : words.add}
        </Button>
      </div>
      {add.error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-failed">
          {problemOf(add.error).detail}
        </p>
      )}
      <div className="flex flex-col gap-3 sm:max-w-xl sm:flex-row">
        <Choice label={words.often} value={every} onChange={setEvery}>
          {Object.entries(words.periods).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice label={words.backfill} value={backfill} onChange={setBackfill}>
          {words.backfills.map(([count, label]) => (
            <option key={count} value={count}>
              {label}
            </option>
          ))}
        </Choice>
      </div>
    </form>
  )
}

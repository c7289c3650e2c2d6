'use client'

import { useIsHydrated } from '@/components/use-is-hydrated'
import { formatAge } from './format-age'
import { formatTime, type TimeForm } from './format-time'

type Props = { iso: string; className?: string }

/** Writes moments in the reader's zone. The server, which does not know it, writes them in UTC. */
export function useTimeWords(): (iso: string, form: TimeForm) => string {
  const isLocal = useIsHydrated()
  return (iso, form) => formatTime(iso, form, isLocal)
}

/** A moment in the reader's zone. Its tooltip is the moment in ISO 8601. */
export function Moment({ iso, form = 'day', className }: Props & { form?: TimeForm }) {
  const write = useTimeWords()
  return (
    <time dateTime={iso} title={iso} className={className}>
      {write(iso, form)}
    </time>
  )
}

/** The age of a moment. Its tooltip is the moment in ISO 8601. */
export function Age({ iso, className }: Props) {
  const isLocal = useIsHydrated()
  return (
    <time dateTime={iso} title={iso} suppressHydrationWarning className={className}>
      {formatAge(new Date(iso), new Date(), isLocal)}
    </time>
  )
}

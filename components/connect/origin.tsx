import { Chip } from '@/components/ui/chip'
import { words } from './words'

/** Where a name is vouched for, or that nobody does. */
export function Origin({ host }: { host: string | null }) {
  if (host) return <span>{host}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Chip>{words.unverified}</Chip>
      <span className="text-soft">{words.ownName}</span>
    </span>
  )
}

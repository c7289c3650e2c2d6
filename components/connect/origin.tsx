import { Chip } from '@/components/ui/chip'
import { words } from './words'

/** The verified host of an app, or that its name is unverified. */
export function Origin({ host }: { host: string | null }) {
  if (host) return <span>{host}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Chip>{words.unverified}</Chip>
      <span className="text-soft">{words.ownName}</span>
    </span>
  )
}

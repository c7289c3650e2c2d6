import { Chip } from '@/components/ui/chip'

/** Where a name is vouched for, or that nobody does. */
export function Origin({ host }: { host: string | null }) {
  if (host) return <span>{host}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Chip>Unverified</Chip>
      <span className="text-soft">It chose its name itself.</span>
    </span>
  )
}

import { Day } from '@/components/connect/day'
import { Facts } from '@/components/connect/facts'

/** What is known of a key: all but itself. */
export type KeyFacts = { prefix: string | null; madeAt: string | null; usedAt: string | null }

/** What a key begins with, and when it was made and used. */
export function KeySlot({ facts: { prefix, madeAt, usedAt } }: { facts: KeyFacts }) {
  if (prefix === null) return <p className="text-soft">You have no key yet.</p>
  return (
    <Facts
      facts={[
        { name: 'Key', value: <code className="font-mono">{prefix}</code> },
        { name: 'Made', value: madeAt ? <Day iso={madeAt} /> : 'Unknown' },
        { name: 'Last used', value: usedAt ? <Day iso={usedAt} /> : 'Never' },
      ]}
    />
  )
}

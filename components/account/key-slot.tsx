import { Facts } from '@/components/connect/facts'
import { Day } from '@/components/day'
import { words } from './words'

/** What is known of a key: all but itself. */
export type KeyFacts = { prefix: string | null; madeAt: string | null; usedAt: string | null }

/** What a key begins with, and when it was made and used. */
export function KeySlot({ facts: { prefix, madeAt, usedAt } }: { facts: KeyFacts }) {
  if (prefix === null) return <p className="text-soft">{words.none}</p>
  return (
    <Facts
      facts={[
        { name: words.key, value: <code className="font-mono">{prefix}</code> },
        { name: words.made, value: madeAt ? <Day iso={madeAt} /> : words.unknown },
        { name: words.lastUsed, value: usedAt ? <Day iso={usedAt} /> : words.never },
      ]}
    />
  )
}

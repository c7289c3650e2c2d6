'use client'

import { Plug } from 'lucide-react'
import { useRef, useState } from 'react'
import { EmptyNote } from '@/components/site/empty-note'
import type { Connection } from '@/lib/oauth/connections-contract'
import { ConnectionRow } from './connection-row'
import { words } from './words'

/** Everything that may act for the account, the newest first. */
export function ConnectionList({ connections }: { connections: readonly Connection[] }) {
  const [gone, setGone] = useState<readonly string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const left = connections.filter(({ id }) => !gone.includes(id))
  const remove = (id: string) => {
    setGone([...gone, id])
    // The button that had the focus goes with its row.
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="connected">
      <h2 ref={heading} id="connected" tabIndex={-1} className="pb-4 text-lg font-semibold tracking-tight">
        {words.connected}
      </h2>
      {left.length === 0 ? (
        <EmptyNote Icon={Plug} title={words.none}>
          {words.noneText}
        </EmptyNote>
      ) : (
        <ul>
          {left.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} onGone={() => remove(connection.id)} />
          ))}
        </ul>
      )}
    </section>
  )
}

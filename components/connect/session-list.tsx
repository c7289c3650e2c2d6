'use client'

import { useRef, useState } from 'react'
import type { Session } from '@/lib/sessions/contract'
import { SessionRow } from './session-row'
import { words } from './words'

/** The browsers that are signed in, the one seen last first. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [gone, setGone] = useState<readonly string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (id: string) => {
    setGone([...gone, id])
    // The button that had the focus goes with its row.
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="signed-in" className="pt-12">
      <h2 ref={heading} id="signed-in" tabIndex={-1} className="pb-4 text-lg font-semibold tracking-tight outline-none">
        {words.signedIn}
      </h2>
      <ul>
        {sessions
          .filter(({ id }) => !gone.includes(id))
          .map((session) => (
            <SessionRow key={session.id} session={session} onGone={() => remove(session.id)} />
          ))}
      </ul>
    </section>
  )
}

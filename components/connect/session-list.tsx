'use client'

import { useMutation } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { useRef, useState } from 'react'
import { Moment } from '@/components/format/moment'
import { problemOf } from '@/components/problem/problem-of'
import { Sentence } from '@/components/sentence'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { toast } from '@/components/ui/toast'
import { endSession, type Session } from '@/lib/accounts/sessions/contract'
import { createClient } from '@/lib/api/client'
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

/** A browser that is signed in: which, since when, when it was last here, and how to sign it out. */
function SessionRow({ session, onGone }: { session: Session; onGone: () => void }) {
  const { id, device, current, created_at: created, last_seen_at: seen } = session
  const end = useMutation({
    mutationFn: () => createClient()(endSession, { params: { session_id: id } }),
    onSuccess: () => {
      toast.success(words.signedOut(device))
      onGone()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return (
    <li className="flex flex-col gap-4 border-t border-hairline py-5 sm:flex-row sm:justify-between">
      <div className="flex min-w-0 gap-3">
        <Monitor className="mt-1 size-5 shrink-0 text-soft" aria-hidden="true" />
        <div className="flex min-w-0 flex-col gap-2">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {device}
            {current && <Chip>{words.thisBrowser}</Chip>}
          </h3>
          <p className="text-sm text-soft">
            <Sentence parts={words.signedInOn(<Moment iso={created} />, <Moment iso={seen} />)} />
          </p>
        </div>
      </div>
      <div className="shrink-0 max-sm:ps-8">
        {current ? (
          <form action="/sign-out" method="post">
            <Button type="submit">{words.signOut}</Button>
          </form>
        ) : (
          <Button
            aria-label={words.signOutOf(device)}
            disabled={end.isPending || end.isSuccess}
            onClick={() => end.mutate()}
          >
            {words.signOutThere}
          </Button>
        )}
      </div>
    </li>
  )
}

'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { TextInput } from '@/components/ui/fields'
import { createClient } from '@/lib/api/client'
import { deleteAccount } from '@/lib/privacy/contract'
import { words } from './words'

type Props = { email: string; isLocal: boolean }

/** Asks for the account's email address before it is deleted, because a deletion is permanent. */
function Confirmation({ email, onKeep }: { email: string; onKeep: () => void }) {
  const [typed, setTyped] = useState('')
  const end = useMutation({
    mutationFn: () => createClient()(deleteAccount, { body: { email: typed } }),
    // Not a route of the page's own: everything that was read as this account has to go.
    onSuccess: () => window.location.assign('/'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    end.mutate()
  }
  const busy = end.isPending || end.isSuccess
  const same = typed.trim().toLowerCase() === email.toLowerCase()
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label={words.end}>
      <TextInput
        id="confirm-email"
        label={words.endConfirm(email)}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={end.error ? problemOf(end.error).detail : null}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" disabled={busy || !same}>
          {words.endDo}
        </Button>
        <Button disabled={busy} onClick={onKeep}>
          {words.endKeep}
        </Button>
      </div>
    </form>
  )
}

export function DeleteAccount({ email, isLocal }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <section aria-labelledby="delete" className="flex flex-col gap-3">
      <h2 id="delete" className="text-lg font-semibold tracking-tight">
        {words.end}
      </h2>
      <p className="max-w-[68ch] text-soft">
        {words.endText} {isLocal && words.endLocal}
      </p>
      {asking ? (
        <Confirmation email={email} onKeep={() => setAsking(false)} />
      ) : (
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            {words.endAsk}
          </Button>
        </div>
      )}
    </section>
  )
}

'use client'

import { useMutation } from '@tanstack/react-query'
import { AppWindow, Terminal } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { type Connection, disconnect } from '@/lib/oauth/connections-contract'
import { Day } from './day'
import { Origin } from './origin'
import { ScopeList } from './scope-list'
import { words } from './words'

/** Asks once more, because what is disconnected has to be connected anew from its own side. */
function DisconnectButton({ connection, onGone }: { connection: Connection; onGone: () => void }) {
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => createClient()(disconnect, { params: { connection_id: connection.id } }),
    onSuccess: () => {
      toast.success(words.disconnected(connection.name))
      onGone()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  if (!asking) {
    return (
      <Button aria-label={words.disconnectOf(connection.name)} onClick={() => setAsking(true)}>
        {words.disconnect}
      </Button>
    )
  }
  const busy = end.isPending || end.isSuccess
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="pb-2 text-sm text-soft">{words.disconnectText}</legend>
      <Button look="primary" autoFocus disabled={busy} onClick={() => end.mutate()}>
        {words.disconnectDo}
      </Button>
      <Button disabled={busy} onClick={() => setAsking(false)}>
        {words.keep}
      </Button>
    </fieldset>
  )
}

/** A connected app or device: who it is, what it may do, when it was last here, and how to end it. */
export function ConnectionRow({ connection, onGone }: { connection: Connection; onGone: () => void }) {
  const { kind, name, host, scopes, created_at: created, last_used_at: used } = connection
  const Icon = kind === 'app' ? AppWindow : Terminal
  return (
    <li className="flex flex-col gap-4 border-t border-hairline py-5 sm:flex-row sm:justify-between">
      <div className="flex min-w-0 gap-3">
        <Icon className="mt-1 size-5 shrink-0 text-soft" aria-hidden="true" />
        <div className="flex min-w-0 flex-col gap-2">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          <div className="text-sm">
            <Origin host={host} />
          </div>
          <ScopeList scopes={scopes} label={words.mayDo(name)} />
          <p className="text-sm text-soft">
            {words.connectedOn}
            <Day iso={created} />,{' '}
            {used ? (
              <>
                {words.lastHere}
                <Day iso={used} />
              </>
            ) : (
              words.neverUsed
            )}
          </p>
        </div>
      </div>
      <div className="shrink-0 max-sm:ps-8">
        <DisconnectButton connection={connection} onGone={onGone} />
      </div>
    </li>
  )
}

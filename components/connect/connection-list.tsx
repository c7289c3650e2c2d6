'use client'

import { AppWindow, Plug, Terminal } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmStep } from '@/components/confirm-step'
import { Moment } from '@/components/format/moment'
import { Sentence } from '@/components/sentence'
import { EmptyNote } from '@/components/site/empty-note'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { type Connection, disconnect } from '@/lib/oauth/connections/contract'
import { ScopeList } from './scope-list'
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

/** Ends a connection, which then has to be made anew from its own side. */
function DisconnectButton({ connection: { id, name }, onGone }: { connection: Connection; onGone: () => void }) {
  const end = async () => {
    await createClient()(disconnect, { params: { connection_id: id } })
    toast.success(words.disconnected(name))
    onGone()
  }
  return (
    <ConfirmStep
      label={words.disconnect}
      fullLabel={words.disconnectOf(name)}
      text={words.disconnectText}
      confirm={words.disconnectDo}
      keep={words.keep}
      work={end}
    />
  )
}

/** A connected app or device: who it is, what it may do, when it was last here, and how to end it. */
function ConnectionRow({ connection, onGone }: { connection: Connection; onGone: () => void }) {
  const { kind, name, host, scopes, created_at: created, last_used_at: used } = connection
  const Icon = kind === 'app' ? AppWindow : Terminal
  return (
    <li className="flex flex-col gap-4 border-t border-hairline py-5 sm:flex-row sm:justify-between">
      <div className="flex min-w-0 gap-3">
        <Icon className="mt-1 size-5 shrink-0 text-soft" aria-hidden="true" />
        <div className="flex min-w-0 flex-col gap-2">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          <div className="text-sm">{host ?? words.unverified}</div>
          <ScopeList scopes={scopes} label={words.mayDo(name)} />
          <p className="text-sm text-soft">
            <Sentence parts={words.connectedOn(<Moment iso={created} />, used && <Moment iso={used} />)} />
          </p>
        </div>
      </div>
      <div className="shrink-0 max-sm:ps-8">
        <DisconnectButton connection={connection} onGone={onGone} />
      </div>
    </li>
  )
}

'use client'

import { createClient } from '@/lib/api/client'
import { approveDevice } from '@/lib/device/contract'
import { Decision } from './decision'
import { type Fact, Facts } from './facts'
import { Origin } from './origin'
import { ScopeList } from './scope-list'

type Props = {
  userCode: string
  name: string
  host: string | null
  /** When it asked, in words. */
  asked: string
  account: string
  scopes: readonly string[]
}

/** A device waits to be connected: the code it must show, what it says of itself, what it may do then, and the decision. */
export function DeviceAsk({ userCode, name, host, asked, account, scopes }: Props) {
  const decide = async (allow: boolean) => {
    const decision = allow ? ('approve' as const) : ('deny' as const)
    await createClient()(approveDevice, { body: { user_code: userCode, decision } })
  }
  const facts: Fact[] = [
    {
      name: 'Who asks',
      value: (
        <div className="flex flex-col gap-1">
          {name}
          <Origin host={host} />
        </div>
      ),
    },
    { name: 'Asked', value: asked },
    { name: 'Your account', value: account },
    { name: 'It may then', value: <ScopeList scopes={scopes} label="It may then" /> },
  ]
  return (
    <div className="flex flex-col gap-6">
      <p className="font-mono text-2xl font-semibold tracking-widest">{userCode}</p>
      <p className="max-w-[68ch]">
        Allow it only if you have just started this yourself and the device shows this very code. Nobody else has a
        reason to send you one.
      </p>
      <div className="rounded-md border border-hairline bg-raised px-4">
        <Facts facts={facts} />
      </div>
      <Decision
        decide={decide}
        said={{
          allowed: 'Allowed. Go back to the device: it goes on by itself.',
          refused: 'Refused. The device has been told.',
        }}
      />
    </div>
  )
}

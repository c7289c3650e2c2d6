'use client'

import { useEffect, useRef, useState } from 'react'
import { createClient } from '@/lib/api/client'
import { approveDevice } from '@/lib/oauth/device/contract'
import { ConsentFrame } from './consent-frame'
import { Decision } from './decision'
import { type Fact, Facts } from './facts'
import { ScopeList } from './scope-list'
import { words } from './words'

type Props = {
  userCode: string
  name: string
  host: string | null
  /** When the device requested its code, in words. */
  asked: string
  account: string
  scopes: readonly string[]
}

/** A device waits to be connected: the code it must show, what it says of itself, what it may do then, and the decision. */
export function DeviceConsent({ userCode, name, host, asked, account, scopes }: Props) {
  const [allowed, setAllowed] = useState<boolean | null>(null)
  if (allowed !== null) return <DeviceDecided name={name} allowed={allowed} />
  const decide = async (allow: boolean) => {
    const decision = allow ? ('approve' as const) : ('deny' as const)
    await createClient()(approveDevice, { body: { user_code: userCode, decision } })
  }
  const facts: Fact[] = [
    { name: words.whoAsks, value: words.requestedBy(name, host) },
    { name: words.asked, value: asked },
    { name: words.account, value: account },
    { name: words.mayThen, value: <ScopeList scopes={scopes} label={words.mayThen} /> },
  ]
  return (
    <ConsentFrame title={words.deviceAsk}>
      <div className="flex flex-col gap-6">
        <p className="font-mono text-2xl font-semibold tracking-widest">{userCode}</p>
        <p className="max-w-[68ch]">{words.deviceText}</p>
        <div className="rounded-md border border-hairline bg-raised px-4">
          <Facts facts={facts} />
        </div>
        <Decision
          decide={decide}
          said={{
            allowed: words.deviceAllowed,
            refused: words.deviceRefused,
          }}
          onDecided={setAllowed}
        />
      </div>
    </ConsentFrame>
  )
}

/** Shown after the decision, in place of the question. */
function DeviceDecided({ name, allowed }: { name: string; allowed: boolean }) {
  const result = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => result.current?.focus(), [])
  return (
    <ConsentFrame title={allowed ? words.deviceDone(name) : words.deviceDenied}>
      <p ref={result} tabIndex={-1} role="status" className="outline-none">
        {allowed ? words.deviceAllowed : words.deviceRefused}
      </p>
    </ConsentFrame>
  )
}

'use client'

import { createClient } from '@/lib/api/client'
import { type AuthorizeGrantRequest, authorizeGrant } from '@/lib/oauth/contract'
import { Decision } from './decision'
import { Facts } from './facts'
import { ScopeList } from './scope-list'
import { words } from './words'

type Props = {
  name: string
  /** The verified host of the app; null: its name is unverified. */
  host: string | null
  /** The link for the browser after the decision. */
  leadsTo: string
  account: string
  scopes: readonly string[]
  request: Omit<AuthorizeGrantRequest, 'decision'>
}

/** An app asks to be connected: who it is, where the answer goes, what it may do then, and the decision. */
export function Consent({ name, host, leadsTo, account, scopes, request }: Props) {
  const decide = async (allow: boolean) => {
    const body = { ...request, decision: allow ? ('approve' as const) : ('deny' as const) }
    const answer = await createClient()(authorizeGrant, { body })
    window.location.assign(answer.body.redirect_to)
  }
  const facts = [
    { name: words.whoAsks, value: words.requestedBy(name, host) },
    { name: words.leadsTo, value: leadsTo },
    { name: words.account, value: account },
    { name: words.mayThen, value: <ScopeList scopes={scopes} label={words.mayThen} /> },
  ]
  return (
    <div className="flex flex-col gap-6">
      <div className="rounded-md border border-hairline bg-raised px-4">
        <Facts facts={facts} />
      </div>
      <Decision
        decide={decide}
        said={{
          allowed: words.appAllowed(name),
          refused: words.appRefused(name),
        }}
      />
    </div>
  )
}

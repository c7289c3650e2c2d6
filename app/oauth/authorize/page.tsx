import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import type { SearchParams } from '@/app/search-params'
import { Consent } from '@/components/connect/consent'
import { ConsentFrame } from '@/components/connect/consent-frame'
import { NobodySignedIn } from '@/components/connect/nobody-signed-in'
import { words } from '@/components/connect/words'
import { ProblemCard } from '@/components/problem/problem-card'
import { Button } from '@/components/ui/button'
import { findEmail } from '@/lib/accounts/find-email'
import type { Actor } from '@/lib/core/actor'
import { type Authorization, hasApproved, readAuthorization } from '@/lib/oauth/authorization/read-authorization'
import { clientHost } from '@/lib/oauth/clients/client-document'
import { redirectHost, redirectInWords } from '@/lib/oauth/clients/redirects'
import { scopeNames } from '@/lib/oauth/parameters'

export const metadata: Metadata = { title: words.app, robots: { index: false } }

type Query = Awaited<SearchParams>

function entriesOf(query: Query): [string, string][] {
  return Object.entries(query).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  )
}

function ConsentTo({ asked, account }: { asked: Extract<Authorization, { kind: 'ask' }>; account: string }) {
  const { target, request, state } = asked
  const { client, redirectUri } = target
  const name = client.name ?? redirectHost(redirectUri)
  return (
    <ConsentFrame title={words.appAsk(name)}>
      <Consent
        name={name}
        host={clientHost(client.id)}
        leadsTo={redirectInWords(redirectUri)}
        account={account}
        scopes={scopeNames(request.scope)}
        request={{
          client_id: client.id,
          redirect_uri: redirectUri,
          code_challenge: request.codeChallenge,
          code_challenge_method: 'S256',
          state,
          scope: request.scope,
          resource: request.resource,
        }}
      />
    </ConsentFrame>
  )
}

/**
 * The invalid request of an app that this user has never allowed: they return to it by their own click only,
 * or any app could be registered and have our address lead wherever they like.
 */
function InvalidRequest({ request }: { request: Extract<Authorization, { kind: 'back' }> }) {
  return (
    <ConsentFrame title={words.appBroken}>
      <ProblemCard problem={{ detail: request.error.message }}>
        <p className="text-xs text-soft">
          {words.error} <code className="times">{request.error.code}</code>
        </p>
      </ProblemCard>
      <p className="flex flex-col items-start gap-3 pt-6">
        <span className="wrap-anywhere">{words.appBackText(redirectInWords(request.target.redirectUri))}</span>
        <Button asChild>
          <a href={request.redirectTo} rel="noreferrer">
            {words.appBack}
          </a>
        </Button>
      </p>
    </ConsentFrame>
  )
}

async function Answer({ actor, query }: { actor: Actor; query: Query }) {
  const authorization = await readAuthorization(entriesOf(query))
  if (authorization.kind === 'back') {
    if (await hasApproved(actor, authorization.target.client.id)) redirect(authorization.redirectTo)
    return <InvalidRequest request={authorization} />
  }
  if (authorization.kind === 'ask') return <ConsentTo asked={authorization} account={await findEmail(actor)} />
  return (
    <ConsentFrame title={words.appBroken}>
      <ProblemCard problem={{ detail: authorization.error.message }}>
        <p className="text-xs text-soft">
          {words.error} <code className="times">{authorization.error.code}</code>
        </p>
      </ProblemCard>
      <p className="pt-6">{words.appAgain}</p>
    </ConsentFrame>
  )
}

/**
 * The authorization endpoint: asks the user whether an app may act for them. Errors of the app itself are shown here;
 * errors of its request are returned to the app, after a click unless the user has allowed the app before.
 */
export default async function AuthorizePage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await pageActor()
  if (actor) return Answer({ actor, query: await searchParams })
  return (
    <ConsentFrame title={words.app}>
      <NobodySignedIn prompt={words.appSignIn} label={words.appHeader} code="Authorization: Bearer vbt_…">
        {words.appHeaderText}
      </NobodySignedIn>
    </ConsentFrame>
  )
}

import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { AskFrame } from '@/components/connect/ask-frame'
import { Consent } from '@/components/connect/consent'
import { NobodySignedIn } from '@/components/connect/nobody-signed-in'
import { ProblemCard } from '@/components/problem-card'
import { readEmail } from '@/lib/accounts/read-email'
import { clientHost } from '@/lib/oauth/client-document-url'
import { scopeNames } from '@/lib/oauth/parse-scope'
import { type Authorization, readAuthorization } from '@/lib/oauth/read-authorization'
import { redirectHost, redirectInWords } from '@/lib/oauth/redirect-host'
import type { Actor } from '@/lib/platform/actor'

export const metadata: Metadata = { title: 'Connect an app', robots: { index: false } }

type Query = Record<string, string | string[] | undefined>

function entriesOf(query: Query): [string, string][] {
  return Object.entries(query).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  )
}

function ConsentTo({ asked, account }: { asked: Extract<Authorization, { kind: 'ask' }>; account: string }) {
  const { target, wish, state } = asked
  const { client, redirectUri } = target
  const name = client.name ?? redirectHost(redirectUri)
  return (
    <AskFrame title={`Connect ${name}?`}>
      <Consent
        name={name}
        host={clientHost(client.id)}
        leadsTo={redirectInWords(redirectUri)}
        account={account}
        scopes={scopeNames(wish.scope)}
        request={{
          client_id: client.id,
          redirect_uri: redirectUri,
          code_challenge: wish.codeChallenge,
          code_challenge_method: 'S256',
          state,
          scope: wish.scope,
          resource: wish.resource,
        }}
      />
    </AskFrame>
  )
}

async function Answer({ actor, query }: { actor: Actor; query: Query }) {
  const authorization = await readAuthorization(entriesOf(query))
  if (authorization.kind === 'back') redirect(authorization.redirectTo)
  if (authorization.kind === 'ask') return <ConsentTo asked={authorization} account={await readEmail(actor)} />
  return (
    <AskFrame title="This app can't be connected">
      <ProblemCard problem={{ detail: authorization.error.message, request_id: null }}>
        <p className="text-xs text-soft">
          Error <code className="times">{authorization.error.code}</code>
        </p>
      </ProblemCard>
    </AskFrame>
  )
}

/**
 * The authorization endpoint: asks the user whether an app may act for them. What is wrong with the app itself is told
 * here; what is wrong with its wish is taken back to it.
 */
export default async function AuthorizePage({ searchParams }: { searchParams: Promise<Query> }) {
  const actor = await pageActor()
  if (actor) return Answer({ actor, query: await searchParams })
  return (
    <AskFrame title="Connect an app">
      <NobodySignedIn
        prompt="Sign in to choose whether this app may act for you."
        label="The header for the app"
        code="Authorization: Bearer vbt_…"
      >
        An app that lets you give it a header can use your API key:
      </NobodySignedIn>
    </AskFrame>
  )
}

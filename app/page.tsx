import { Landing } from '@/components/home/landing'
import { AppFrame } from '@/components/site/app-frame'
import { PageHeading } from '@/components/site/page-heading'
import { SourceForm } from '@/components/source-form/source-form'
import { MinutesLeft } from '@/components/workspace/minutes-left'
import { words } from '@/components/workspace/words'
import { Workspace } from '@/components/workspace/workspace'
import { billingMode } from '@/lib/billing/billing-mode'
import { getUsageLine } from '@/lib/billing/view/billing-view'
import { listLimits, listPlans } from '@/lib/billing/view/list-plans'
import { CAPTION_ENDINGS } from '@/lib/captions/formats/formats'
import type { Actor } from '@/lib/core/actor'
import { env } from '@/lib/core/env'
import { libraryQuerySchema } from '@/lib/library/contract'
import { listTranscriptions } from '@/lib/library/list-transcriptions'
import { resources } from '@/lib/oauth/metadata'
import { keptLink } from '@/lib/sign-in/return-path/kept-link'
import { pageAccount } from './page-account'
import { pageActor } from './page-actor'
import { pageParameters } from './page-parameters'
import { parseSearchParams, type SearchParams } from './search-params'

const RUNNING = libraryQuerySchema.parse({ limit: 5, state: 'in_progress' })
/** More than are shown: running ones are shown above. */
const RECENT = libraryQuerySchema.parse({ limit: 12 })

/** The front page of an account: the form, the minutes that are left, what runs and what came last. */
async function Start({ actor, link }: { actor: Actor; link: string }) {
  const [usage, running, recent] = await Promise.all([
    getUsageLine(actor),
    listTranscriptions(actor, RUNNING),
    listTranscriptions(actor, RECENT),
  ])
  return (
    <>
      <PageHeading title={words.title} action={<MinutesLeft usage={usage} />} />
      <SourceForm key={link} initialLink={link} captionEndings={CAPTION_ENDINGS} takesFocus />
      <p className="hidden pt-4 text-sm text-soft noscript:block">{words.noScript}</p>
      <Workspace running={{ query: RUNNING, initial: running }} recent={{ query: RECENT, initial: recent }} />
    </>
  )
}

/** The front page. `link`: what was typed before signing in, or pasted on another page. It is filled in, never requested. */
export default async function Home({ searchParams }: { searchParams: SearchParams }) {
  const actor = await pageActor()
  const account = await pageAccount()
  if (!actor || !account) {
    const pricing =
      billingMode() === 'off' || env().localMode ? null : { plans: await listPlans(), limits: listLimits() }
    return <Landing baseUrl={env().baseUrl} connectorUrl={resources().mcp} pricing={pricing} />
  }
  const { link } = await parseSearchParams(pageParameters['page.tsx'], searchParams)
  return (
    <AppFrame viewer={account}>
      <Start actor={actor} link={keptLink(link) ?? ''} />
    </AppFrame>
  )
}

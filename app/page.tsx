import Link from 'next/link'
import type { ReactNode } from 'react'
import { Doors } from '@/components/home/doors'
import { Example } from '@/components/home/example'
import { Kinds } from '@/components/home/kinds'
import { words } from '@/components/home/words'
import { RecentList } from '@/components/library/recent-list'
import { PlanPicker } from '@/components/plan-picker/plan-picker'
import { SignInPrompt } from '@/components/sign-in/sign-in-prompt'
import { SourceForm } from '@/components/source-form/source-form'
import { billingMode } from '@/lib/billing/billing-mode'
import { listLimits } from '@/lib/billing/list-limits'
import { listPlans } from '@/lib/billing/list-plans'
import { formatShortClock } from '@/lib/captions/format-clock'
import { libraryQuerySchema } from '@/lib/library/contract'
import { listTranscriptions } from '@/lib/library/list-transcriptions'
import { resources } from '@/lib/oauth/issuer'
import type { Actor } from '@/lib/platform/actor'
import { env } from '@/lib/platform/env'
import { pageActor } from './page-actor'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-hairline py-10 lg:grid lg:grid-cols-(--margin) lg:gap-x-12 lg:py-12">
      <h2 className="pb-4 text-lg font-semibold tracking-tight text-balance">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

const RECENT = libraryQuerySchema.parse({ limit: 5 })

/** The newest transcripts of whoever is signed in; nothing while there are none. */
async function Recent({ actor }: { actor: Actor }) {
  const list = await listTranscriptions(actor, RECENT)
  if (list.total === 0) return null
  return (
    <Section title={words.recent}>
      <RecentList query={RECENT} initial={list} />
      <p className="pt-4 text-sm">
        <Link href="/transcripts" className="link">
          {words.allTranscripts}
        </Link>
      </p>
    </Section>
  )
}

/** What the service is, said as it says everything: a line with its time, washed where it is being spoken. */
function Opening() {
  const [said, spoken] = words.promise
  return (
    <>
      <span className="times pt-5.5 text-soft max-lg:hidden" aria-hidden="true">
        {formatShortClock(0)}
      </span>
      <div>
        {/* On a phone each part has a line of its own, whichever font is there first: nothing below it moves. */}
        <h1 className="pb-4 font-serif text-3xl font-medium tracking-tight">
          {said} <span className="rounded-sm bg-wash px-1 max-sm:-ms-1 max-sm:block max-sm:w-fit">{spoken}</span>
        </h1>
        <p className="max-w-[60ch] pb-8 text-lg text-soft">{words.lead}</p>
      </div>
    </>
  )
}

/** What the plans cost, as it stands at the provider. */
async function Prices() {
  return (
    <Section title={words.prices}>
      <PlanPicker plans={await listPlans()} limits={listLimits()} />
    </Section>
  )
}

/** The front door: one promise, one field, what comes out, what goes in, and the other doors. */
export default async function Home() {
  const actor = await pageActor()
  return (
    <>
      <div className="pt-8 pb-12 sm:pt-16 lg:grid lg:grid-cols-(--margin) lg:gap-x-12 lg:pb-16">
        <Opening />
        <div className="min-w-0 lg:col-start-2">
          {actor ? <SourceForm /> : <SignInPrompt>{words.signIn}</SignInPrompt>}
          <p className="hidden pt-4 text-sm text-soft noscript:block">{words.noScript}</p>
        </div>
      </div>
      {actor && <Recent actor={actor} />}
      <Section title={words.output}>
        <Example />
      </Section>
      <Section title={words.input}>
        <Kinds />
      </Section>
      <Section title={words.doors}>
        <Doors baseUrl={env().baseUrl} connectorUrl={resources().mcp} />
      </Section>
      {billingMode() !== 'off' && <Prices />}
    </>
  )
}

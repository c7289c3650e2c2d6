import type { ReactNode } from 'react'
import { PlanPicker } from '@/components/plan-picker/plan-picker'
import type { Plans } from '@/lib/billing/contract'
import { formatShortClock } from '@/lib/captions/clock'
import { CAPTION_ENDINGS } from '@/lib/captions/formats/formats'
import { CodeExamples } from './code-examples'
import { Example } from './example'
import { GuestForm } from './guest-form'
import { Kinds } from './kinds'
import { PlanLink } from './plan-link'
import { words } from './words'

type Props = {
  baseUrl: string
  connectorUrl: string
  /** The plans and the seconds that each has per month; null if usage is not metered. */
  pricing: { plans: Plans; limits: Readonly<Record<string, number>> } | null
}

/** The front page for somebody who is not signed in: the field, a sample, what it reads, how to call it, and what it costs. */
export function Landing({ baseUrl, connectorUrl, pricing }: Props) {
  return (
    <>
      <div className="pt-8 pb-12 sm:pt-16 lg:grid lg:grid-cols-(--margin) lg:gap-x-12 lg:pb-16">
        <Opening />
        <div className="min-w-0 lg:col-start-2">
          <GuestForm captionEndings={CAPTION_ENDINGS.own} />
        </div>
      </div>
      <Section id="sample" title={words.output}>
        <Example />
      </Section>
      <Section title={words.input}>
        <Kinds />
      </Section>
      <Section title={words.codeExamples}>
        <CodeExamples baseUrl={baseUrl} connectorUrl={connectorUrl} />
      </Section>
      {pricing && (
        <Section title={words.prices}>
          <PlanPicker {...pricing} action={(plan) => <PlanLink key={plan.tier} plan={plan} />} />
        </Section>
      )}
    </>
  )
}

/** The claim of the landing page, set as a line of a transcript with its time. */
function Opening() {
  const [said, spoken] = words.promise
  return (
    <>
      <span className="times pt-5.5 text-soft max-lg:hidden" aria-hidden="true">
        {formatShortClock(0)}
      </span>
      <div>
        {/* On a phone each part has its own line, so that nothing below moves when the font loads. */}
        <h1 className="pb-4 font-serif text-3xl font-medium tracking-tight">
          {said} <span className="rounded-sm bg-wash px-1 max-sm:-ms-1 max-sm:block max-sm:w-fit">{spoken}</span>
        </h1>
        <p className="max-w-[60ch] pb-8 text-lg text-soft">{words.lead}</p>
      </div>
    </>
  )
}

function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      className="scroll-mt-4 border-t border-hairline py-10 lg:grid lg:grid-cols-(--margin) lg:gap-x-12 lg:py-12"
    >
      <h2 className="pb-4 text-lg font-semibold tracking-tight text-balance">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

import { FileAudio, Podcast, SquarePlay } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { transcriptCall } from '@/components/curl-call'
import { PlanPicker } from '@/components/plan-picker/plan-picker'
import { planName } from '@/components/plan-picker/plan-words'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'
import type { Plan, Plans } from '@/lib/billing/contract'
import { formatShortClock } from '@/lib/captions/clock'
import { DOWNLOADS } from '@/lib/captions/formats/downloads'
import { CAPTION_ENDINGS, CAPTION_LABELS } from '@/lib/captions/formats/formats'
import { eitherOf } from '@/lib/captions/text/either-of'
import { Example } from './example'
import { GuestForm } from './guest-form'
import { words } from './words'

type Props = {
  baseUrl: string
  connectorUrl: string
  /** The plans and the seconds that each has per month; null if usage is not metered. */
  pricing: { plans: Plans; limits: Readonly<Record<string, number>> } | null
}

const ICONS = [SquarePlay, Podcast, FileAudio]

/** The kinds of sources, and the result of each. */
function Kinds() {
  return (
    <>
      <dl className="grid gap-8 sm:grid-cols-3">
        {words.kinds.map(({ name, what, how }, index) => {
          const Icon = ICONS[index] ?? FileAudio
          return (
            <div key={name} className="flex flex-col gap-2">
              <dt className="flex items-center gap-2 font-medium">
                <Icon className="size-5 text-accent" aria-hidden="true" />
                {name}
              </dt>
              <dd className="text-sm">
                {what}
                {index === words.kinds.length - 1 && ` ${words.captions(CAPTION_LABELS)}`}
              </dd>
              <dd className="text-sm text-soft">{how}</dd>
            </div>
          )
        })}
      </dl>
      <p className="pt-6 text-sm text-soft">{words.formats(eitherOf(DOWNLOADS.map(({ label }) => label)))}</p>
    </>
  )
}

function CodeExample({ label, code, children }: { label: string; code: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label={label} code={code} />
      <p className="max-w-[68ch] text-sm text-soft">{children}</p>
    </div>
  )
}

/** Examples of the service without a browser: from a program, on the command line, by an assistant. */
function CodeExamples({ baseUrl, connectorUrl }: { baseUrl: string; connectorUrl: string }) {
  const { curl, commandLine, assistant } = words
  const tabs = [
    {
      name: 'curl',
      label: curl.tab,
      content: (
        <CodeExample label={curl.code} code={transcriptCall(baseUrl)}>
          {curl.text}
        </CodeExample>
      ),
    },
    {
      name: 'command-line',
      label: commandLine.tab,
      content: (
        <CodeExample label={commandLine.code} code={'verbatim login\nverbatim get talk.mp4 -f srt -o talk.srt'}>
          {commandLine.text}
        </CodeExample>
      ),
    },
    {
      name: 'assistant',
      label: assistant.tab,
      content: (
        <CodeExample label={assistant.code} code={connectorUrl}>
          {assistant.text}{' '}
          <Link href="/developers/connections" className="link">
            {assistant.more}
          </Link>
        </CodeExample>
      ),
    },
  ]
  return <Tabs label={words.codeExamplesLabel} tabs={tabs} />
}

/** The button of a plan for a visitor: it leads through the sign-in to the front page or, for a paid plan, to the checkout. */
function PlanLink({ plan }: { plan: Plan }) {
  const isFree = plan.amount === 0
  if (plan.amount === null) return null
  const address = `/sign-in?${new URLSearchParams({ callbackUrl: isFree ? '/' : '/settings/usage' })}`
  return (
    <Button asChild variant={isFree ? 'primary' : 'secondary'} className="w-full">
      <Link href={address} prefetch={false}>
        {isFree ? words.startFree : words.choosePlan(planName(plan.tier))}
      </Link>
    </Button>
  )
}

/** The front page for a user who is not signed in: the field, a sample, what it reads, how to call it, and what it costs. */
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

'use client'

import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ProgressBar } from '@/components/ui/progress-bar'
import { createClient } from '@/lib/api/client'
import {
  type CheckStatus,
  checkPlatforms,
  type KeptAnswerView,
  type LiveChecks,
  type MachineCheck,
} from '@/lib/health/doctor/contract'
import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
import { words } from './words'

type Props = { checks: readonly MachineCheck[]; answers: readonly KeptAnswerView[] }

/** The checks of this machine, a button that asks the platforms, and the answers that were not understood. */
export function DoctorScreen({ checks, answers }: Props) {
  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <Section id="machine" title={words.machine}>
        <ul>
          {checks.map((check) => (
            <MachineRow key={check.name} check={check} />
          ))}
        </ul>
      </Section>
      <Section id="platforms" title={words.platforms}>
        <Platforms />
      </Section>
      <Section id="answers" title={words.answers}>
        <Answers answers={answers} />
      </Section>
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-lg font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}

const MARKS: Readonly<Record<CheckStatus, { Icon: LucideIcon; look: string }>> = {
  ok: { Icon: CircleCheck, look: 'text-accent' },
  warning: { Icon: TriangleAlert, look: 'text-ink' },
  failed: { Icon: CircleAlert, look: 'text-failed' },
}

type CheckRowProps = { name: string; status: CheckStatus; action: string | null; children: ReactNode }

/** The row of a check: its status, the finding, and the next step. */
function CheckRow({ name, status, action, children }: CheckRowProps) {
  const { Icon, look } = MARKS[status]
  return (
    <li className="flex gap-3 border-t border-hairline py-3">
      <Icon className={classes('mt-1 size-4 shrink-0', look)} strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {name} <span className="sr-only">{words.status[status]}</span>
        </p>
        <div className="text-sm wrap-anywhere text-soft">{children}</div>
        {action && <p className="pt-1 text-sm wrap-anywhere text-ink">{action}</p>}
      </div>
    </li>
  )
}

function MachineRow({ check: { name, status, seen, action } }: { check: MachineCheck }) {
  return (
    <CheckRow name={words.names[name] ?? name} status={status} action={action}>
      {seen}
    </CheckRow>
  )
}

function Platforms() {
  const asking = useMutation({
    mutationFn: async () => (await createClient()(checkPlatforms, { body: { probes: null } })).body,
  })
  return (
    <>
      <p className="max-w-[68ch] text-soft">{words.platformsText}</p>
      <div>
        <Button onClick={() => asking.mutate()} disabled={asking.isPending}>
          {words.check}
        </Button>
      </div>
      <div role="status">{asking.isPending && <ProgressBar value={null} label={words.checking} />}</div>
      {asking.error && (
        <ProblemCard problem={problemOf(asking.error)}>
          <Button onClick={() => asking.mutate()}>{words.check}</Button>
        </ProblemCard>
      )}
      {asking.data && <LiveResults live={asking.data} />}
    </>
  )
}

function LiveResults({ live: { network, platforms } }: { live: LiveChecks }) {
  return (
    <ul>
      <MachineRow check={network} />
      {platforms.map(({ platform, status, captions, sound, action }) => (
        <CheckRow key={platform} name={PLATFORM_NAMES[platform]} status={status} action={action}>
          <p>{words.captions(captions)}</p>
          {sound && <p>{words.sound(sound)}</p>}
          {(captions.code ?? sound?.code) && <p>{words.code(captions.code ?? sound?.code ?? '')}</p>}
        </CheckRow>
      ))}
    </ul>
  )
}

function Answers({ answers }: { answers: readonly KeptAnswerView[] }) {
  return (
    <>
      <p className="max-w-[68ch] text-soft">{words.answersText}</p>
      {answers.length === 0 && <p className="border-t border-hairline pt-3 text-sm text-soft">{words.noAnswers}</p>}
      <ul>
        {answers.map(({ name, kept_at: keptAt, platform, extractor, host, path, status, body_bytes: bytes }) => (
          <li key={name} className="flex items-baseline gap-4 border-t border-hairline py-3 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {words.keptAt(keptAt)} · {extractor}
              </p>
              <p className="wrap-anywhere text-soft">
                {[`${host ?? ''}${path ?? ''}`, status, words.bytes(bytes)].filter(Boolean).join(' · ')}
              </p>
            </div>
            <a
              href={`/v1/doctor/answers/${name}`}
              className="link"
              aria-label={words.openOf(words.keptAt(keptAt), platform)}
            >
              {words.open}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

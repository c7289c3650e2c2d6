import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { DoctorScreen } from '@/components/doctor/doctor-screen'
import { words } from '@/components/doctor/words'
import { PageHeading } from '@/components/site/page-heading'
import { isOperator } from '@/lib/accounts/is-operator'
import { checkMachine } from '@/lib/health/doctor/check-machine'
import { listAnswerViews } from '@/lib/health/doctor/list-answer-views'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

/** The checks of this machine, for its own account and for operators. */
export default async function DoctorPage() {
  const actor = await pageActor()
  if (!actor) return null
  if (!(await isOperator(actor))) notFound()
  const [checks, answers] = await Promise.all([checkMachine(), listAnswerViews()])
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <DoctorScreen checks={checks} answers={answers} />
    </>
  )
}

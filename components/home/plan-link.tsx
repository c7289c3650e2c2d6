import Link from 'next/link'
import { planName } from '@/components/plan-picker/plan-words'
import { Button } from '@/components/ui/button'
import type { Plan } from '@/lib/billing/contract'
import { words } from './words'

/** The button of a plan for somebody who is not signed in: through sign-in to the front page, or to where the plan is bought. */
export function PlanLink({ plan }: { plan: Plan }) {
  const isFree = plan.amount === 0
  if (plan.amount === null) return null
  const address = `/sign-in?${new URLSearchParams({ callbackUrl: isFree ? '/' : '/billing' })}`
  return (
    <Button asChild variant={isFree ? 'primary' : 'secondary'} className="w-full">
      <Link href={address} prefetch={false}>
        {isFree ? words.startFree : words.choosePlan(planName(plan.tier))}
      </Link>
    </Button>
  )
}

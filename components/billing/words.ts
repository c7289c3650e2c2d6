import type { ReactNode } from 'react'

/** What the page of the plan says. Days, amounts, minutes and names of plans are given as they are written. */
export const words = {
  title: 'Billing',
  lead: 'What you have used, your plan, and how to change it.',
  plans: 'Plans',
  notForSale: "Plans can't be bought on this server. Ask whoever runs it.",
  minutes: 'Minutes',
  minutesUsed: 'Minutes used',
  usedWithoutLimit: (used: string) => `${used} used this month. There is no limit on this server.`,
  left: (left: string) => `${left} left`,
  usedOf: (used: string, limit: string) => `${used} of ${limit} used`,
  held: (held: string) => `Running jobs hold ${held} more. What they do not use is given back when they end.`,
  wholeAgain: (day: ReactNode) => [
    'Whole again on ',
    day,
    '. A recording that was paid for once is never counted again.',
  ],
  state: {
    uncounted: 'Nobody counts minutes on this server.',
    free: 'You are on the free plan.',
    granted: (plan: string) => `You are on ${plan}, without a subscription.`,
    on: (plan: string) => `You are on ${plan}.`,
    ends: (plan: string, day: string, next: string) => `${plan} until ${day}, then ${next}.`,
    changes: (plan: string, day: string, next: string) => `${plan} until ${day}, then ${next}.`,
    freePlan: 'the free plan',
    beside: (granted: string, subscription: string) =>
      `You are on ${granted}, without a subscription. You also pay for a smaller plan: ${subscription}`,
    renews: (plan: string, day: string) => `${plan}, renews on ${day}.`,
  },
  addsNothing: (granted: string, plan: string, price: string | null) =>
    `You have ${granted} without a subscription, and keep it. ${plan}${price ? ` costs ${price} and` : ''} adds no minutes.`,
  choose: (plan: string) => `Choose ${plan}`,
  upgrade: (plan: string) => `Upgrade to ${plan}`,
  change: (plan: string) => `Change to ${plan}`,
  resume: (plan: string) => `Resume ${plan}`,
  keep: (plan: string) => `Keep ${plan}`,
  cancel: 'Cancel the subscription',
  leave: 'Leave it as it is',
  portal: 'Cards and invoices',
  atOnce: (plan: string, price: string | null) =>
    `${plan} begins at once. The difference for the rest of this period is charged now${price ? `, ${price}` : ''} from then on.`,
  later: (plan: string, day: string | null, next: string, price: string | null) =>
    `${plan} stays until ${day ?? 'the end of the period'}. Then ${next} begins${price ? `, ${price}` : ''}.`,
  ending: (plan: string, day: string | null, next: string, minutes: string | null) =>
    `${day ? `${plan} stays until ${day}` : 'The subscription ends'}, then you are on ${next}${minutes ? `: ${minutes} a month` : ''}. Transcripts stay.`,
  takesCancelBack: 'The subscription does not end then: your cancellation is taken back.',
  saidCancelled: 'The subscription ends with its period',
  saidResumed: 'The subscription goes on',
  saidKept: 'The plan stays as it is',
  saidOn: (plan: string) => `You are on ${plan} now`,
  saidNext: (plan: string) => `${plan} begins with the next period`,
  trouble: {
    past_due: (plan: string) => `The last payment did not go through. ${plan} stays for now; pay to keep it.`,
    action_required: (plan: string) => `The change of plan waits for its payment. ${plan} stays until it is paid.`,
    unpaid: (plan: string) =>
      `The last payments did not go through, so you are on ${plan}. Pay what is open to have your subscription back.`,
  },
  pay: 'Pay now',
  payThere: 'Open “Cards and invoices” to pay.',
} as const

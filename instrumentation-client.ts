import { config } from 'zod'
import { NAVIGATION_EVENT } from '@/components/site/navigation-event'

// The pages' policy allows no `eval`. Zod would try it, once, to see: a refusal that the browser reports.
config({ jitless: true })

/** Called by Next as the router begins to go to an address. */
export function onRouterTransitionStart(url: string): void {
  window.dispatchEvent(new CustomEvent<string>(NAVIGATION_EVENT, { detail: url }))
}

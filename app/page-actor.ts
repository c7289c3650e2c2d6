import { headers } from 'next/headers'
import { localActor } from '@/lib/accounts/local-account'
import { isLocalRequest } from '@/lib/accounts/may-act-locally'
import type { Actor } from '@/lib/platform/actor'

/** Who looks at a page: the local account for whoever sits at this machine, else nobody. */
export async function pageActor(): Promise<Actor | null> {
  return isLocalRequest(await headers()) ? localActor() : null
}

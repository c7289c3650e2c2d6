import { headers } from 'next/headers'
import { cache } from 'react'
import { identifyVisitor } from '@/lib/accounts/identify'
import type { Actor } from '@/lib/platform/actor'

/** Who looks at a page: whoever is signed in in the browser, else, in local mode, the local account, else nobody. */
export const pageActor = cache(async (): Promise<Actor | null> => identifyVisitor(await headers()))

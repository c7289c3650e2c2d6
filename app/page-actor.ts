import { headers } from 'next/headers'
import { cache } from 'react'
import { identifyVisitor } from '@/lib/accounts/identify'
import type { Actor } from '@/lib/core/actor'

/** The user of a page: the one who is signed in in the browser, else the local account in local mode, else null. */
export const pageActor = cache(async (): Promise<Actor | null> => identifyVisitor(await headers()))

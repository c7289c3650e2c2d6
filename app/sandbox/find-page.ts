import { notFound } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import type { Actor } from '@/lib/platform/actor'
import { Problem } from '@/lib/platform/problem/problem'

/** What a page of the sandbox shows, to whom it belongs; to anybody else, and where there is no sandbox, it is not there. */
export async function findPage<T>(find: (actor: Actor) => Promise<T | null>): Promise<T> {
  const actor = await pageActor()
  if (!actor) notFound()
  try {
    return (await find(actor)) ?? notFound()
  } catch (error) {
    if (error instanceof Problem && error.status === 404) notFound()
    throw error
  }
}

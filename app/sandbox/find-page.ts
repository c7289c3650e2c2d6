import { notFound } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'

/** The content of a page of the sandbox, for its own customer. For others, and without a sandbox, the page is not found. */
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

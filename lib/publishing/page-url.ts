import { env } from '@/lib/platform/env'

/** The address of a published transcript's page. */
export function pageUrl(slug: string): string {
  return `${env().baseUrl}/t/${slug}`
}

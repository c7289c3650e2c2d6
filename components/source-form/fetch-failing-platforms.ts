import { createClient } from '@/lib/api/client'
import { getStatus } from '@/lib/health/status-contract'

export async function fetchFailingPlatforms(): Promise<string[]> {
  const { body } = await createClient()(getStatus, {})
  return body.platforms.filter(({ state }) => state === 'failing').map(({ platform }) => platform)
}

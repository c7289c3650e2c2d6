import { accountRoutes } from '@/lib/accounts/routes'
import { healthRoutes } from '@/lib/health/routes'
import { jobRoutes } from '@/lib/jobs/routes'
import type { Route } from '@/lib/platform/route'
import { transcriptRoutes } from '@/lib/transcripts/routes'
import { uploadRoutes } from '@/lib/uploads/routes'

/** Every route of the API, domain by domain. */
export const routes: readonly Route[] = [
  ...transcriptRoutes,
  ...jobRoutes,
  ...uploadRoutes,
  ...accountRoutes,
  ...healthRoutes,
]

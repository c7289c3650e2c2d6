import { accountRoutes, sessionRoutes } from '@/lib/accounts/routes'
import { billingRoutes } from '@/lib/billing/routes'
import type { Route } from '@/lib/core/operations/route'
import { doctorRoutes, healthRoutes } from '@/lib/health/routes'
import { importRoutes } from '@/lib/imports/routes'
import { jobRoutes } from '@/lib/jobs/routes'
import { libraryRoutes } from '@/lib/library/routes'
import { noticeRoutes } from '@/lib/notices/routes'
import { oauthRoutes } from '@/lib/oauth/routes'
import { openAiRoutes } from '@/lib/openai/routes'
import { privacyRoutes } from '@/lib/privacy/routes'
import { publishingRoutes } from '@/lib/publishing/routes'
import { speechRoutes } from '@/lib/speech/routes'
import { transcriptRoutes } from '@/lib/transcripts/routes'
import { uploadRoutes } from '@/lib/uploads/routes'
import { usageRoutes } from '@/lib/usage/routes'
import { watchRoutes } from '@/lib/watches/routes'
import { webhookRoutes } from '@/lib/webhooks/routes'

/** Every route of the API, domain by domain. */
export const routes: readonly Route[] = [
  ...transcriptRoutes,
  ...libraryRoutes,
  ...publishingRoutes,
  ...jobRoutes,
  ...uploadRoutes,
  ...openAiRoutes,
  ...importRoutes,
  ...watchRoutes,
  ...speechRoutes,
  ...accountRoutes,
  ...billingRoutes,
  ...usageRoutes,
  ...sessionRoutes,
  ...oauthRoutes,
  ...webhookRoutes,
  ...noticeRoutes,
  ...privacyRoutes,
  ...healthRoutes,
  ...doctorRoutes,
]

const countParameters = ({ operation }: Route) => operation.path.split('{').length

/** The routes in the order in which a router compares them: `/v1/uploads/sign` before `/v1/uploads/{upload_id}`. */
export const routesToMatch: readonly Route[] = routes.toSorted(
  (one, other) => countParameters(one) - countParameters(other),
)

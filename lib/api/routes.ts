import { accountRoutes } from '@/lib/accounts/routes'
import { billingRoutes } from '@/lib/billing/routes'
import { deviceGrant } from '@/lib/device/device-grant'
import { deviceRoutes } from '@/lib/device/routes'
import { healthRoutes } from '@/lib/health/routes'
import { importRoutes } from '@/lib/imports/routes'
import { jobRoutes } from '@/lib/jobs/routes'
import { libraryRoutes } from '@/lib/library/routes'
import { DEVICE_GRANT } from '@/lib/oauth/client'
import { oauthRoutes } from '@/lib/oauth/routes'
import type { Route } from '@/lib/platform/route'
import { privacyRoutes } from '@/lib/privacy/routes'
import { publishingRoutes } from '@/lib/publishing/routes'
import { sessionRoutes } from '@/lib/sessions/routes'
import { transcriptRoutes } from '@/lib/transcripts/routes'
import { uploadRoutes } from '@/lib/uploads/routes'
import { webhookRoutes } from '@/lib/webhooks/routes'

/** Every route of the API, domain by domain. */
export const routes: readonly Route[] = [
  ...transcriptRoutes,
  ...libraryRoutes,
  ...publishingRoutes,
  ...jobRoutes,
  ...uploadRoutes,
  ...importRoutes,
  ...accountRoutes,
  ...billingRoutes,
  ...sessionRoutes,
  ...oauthRoutes({ [DEVICE_GRANT]: deviceGrant }),
  ...deviceRoutes,
  ...webhookRoutes,
  ...privacyRoutes,
  ...healthRoutes,
]

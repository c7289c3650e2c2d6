import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { functionsEndpoint } from '@/lib/durable/sdk/functions-endpoint'

export const dynamic = 'force-dynamic'
const handler = functionsEndpoint({ client: inngest, functions })

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT }

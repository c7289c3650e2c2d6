import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { runner } from '@/lib/durable/runner'

export const dynamic = 'force-dynamic'
const handler = runner().endpoint({ client: inngest, functions })

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT }

import { serveApi } from '@/app/serve-api'

export const dynamic = 'force-dynamic'

export {
  serveApi as DELETE,
  serveApi as GET,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
}

import { api } from '@/lib/api/app'
import { weakenTag } from '@/lib/core/http/revalidation'

/** The API as a route handler of Next. */
export async function serveApi(request: Request): Promise<Response> {
  return weakenTag(request, await api().fetch(request))
}

export {
  serveApi as DELETE,
  serveApi as GET,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
}

import { Readable } from 'node:stream'
import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { deleteAccount } from './delete-account'
import { exportAccount } from './export-account'

export const privacyRoutes: Route[] = [
  route(contract.exportAccount, async ({ actor }) => {
    const archive = await exportAccount(actor)
    const name = `verbatim-export-${new Date().toISOString().slice(0, 10)}.zip`
    return new Response(Readable.toWeb(archive) as unknown as ReadableStream, {
      headers: {
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${name}"`,
        'content-type': 'application/zip',
      },
    })
  }),

  route(contract.deleteAccount, async ({ actor, body }) => {
    await deleteAccount(actor, body.email)
    return { status: 200, body: { deleted: true } }
  }),
]

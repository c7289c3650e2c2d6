import { currentPeer } from '@/lib/core/http/peer'
import { respondToSignIn } from '@/lib/sign-in/next-auth/respond-to-sign-in'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ nextauth: string[] }> }

async function handler(request: Request, { params }: Context): Promise<Response> {
  return respondToSignIn(request, (await params).nextauth, currentPeer())
}

export { handler as GET, handler as POST }

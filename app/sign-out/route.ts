import { respondToSignOut } from '@/lib/sessions/respond-to-sign-out'

export { respondToSignOut as POST }

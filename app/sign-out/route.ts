import { respondToSignOut } from '@/lib/accounts/sessions/respond-to-sign-out'

export { respondToSignOut as POST }

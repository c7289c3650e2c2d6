import { respondToSignOut } from '@/lib/sessions/answer-sign-out'

export { respondToSignOut as POST }

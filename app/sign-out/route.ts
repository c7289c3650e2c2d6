import { answerSignOut } from '@/lib/sessions/answer-sign-out'

export { answerSignOut as POST }

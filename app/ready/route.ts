export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from '@/app/serve-api'

export const dynamic = 'force-dynamic'

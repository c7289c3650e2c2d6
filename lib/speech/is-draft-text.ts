import type { Transcript } from '@/lib/core/generated/prisma/client'
import { isDraftEngine } from './engine'

/** Whether a stored text is a draft by the offline engine, as a whole or in parts. */
export function isDraftText({ engineName, warnings }: Pick<Transcript, 'engineName' | 'warnings'>): boolean {
  if (engineName !== null && isDraftEngine(engineName)) return true
  const list = Array.isArray(warnings) ? warnings : []
  return list.some(
    (warning) =>
      typeof warning === 'object' && warning !== null && 'code' in warning && warning.code === 'offline_engine',
  )
}

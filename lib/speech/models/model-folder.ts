import path from 'node:path'
import { env } from '@/lib/platform/env'

/** Where a model's files lie, absolute, whether they are there or not. */
export function modelFolder(name: string): string {
  return path.join(env().dataDir, 'models', name)
}

import path from 'node:path'
import { env } from '@/lib/core/env'

/** The absolute folder of a model's files, whether they exist or not. */
export function modelFolder(name: string): string {
  return path.join(env().dataDir, 'models', name)
}

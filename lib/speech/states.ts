import type { SpeechModelView } from './contract'

/** Whether a model is being downloaded, or waits for it. */
export function isDownloading({ download }: SpeechModelView): boolean {
  return download?.status === 'queued' || download?.status === 'in_progress'
}

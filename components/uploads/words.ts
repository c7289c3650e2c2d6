import { formatCount } from '../format/format-count'

/** The text of the list of uploads. */
export const words = {
  title: 'Uploads',
  summary: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} started`,
  failed: (count: number) => `${formatCount(count)} failed`,
  drop: 'Drop to transcribe',
  states: {
    waiting: 'Queued',
    starting: 'Starting',
    started: 'Transcript started',
    cancelled: 'Cancelled',
  },
  busy: 'Too many jobs are running. This file starts as soon as one ends.',
  offline: 'No connection. The upload resumes when you’re back online.',
  progressOf: (name: string) => `Upload of ${name}`,
  open: 'Open transcript',
  openOf: (name: string) => `Open transcript of ${name}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel upload of ${name}`,
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`,
  removeOf: (name: string) => `Remove ${name} from the list`,
  show: 'Show',
  hide: 'Hide',
  clear: 'Clear',
  close: 'Close',
} as const

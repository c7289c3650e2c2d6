import { formatCount } from '@/components/format/format-count'

/** The texts of parts that every page may have. */
export const words = {
  copyRequestId: 'Copy request ID',
  requestIdCopied: 'Request ID copied',
  brokeHere: 'This page hit an error. Try again, or reload the page if the error stays.',
  notFetched: 'This couldn’t be loaded. Check your connection, then try again.',
  minutes: (count: number) => `${formatCount(count)} min`,
  hours: (count: number) => `${formatCount(count)} h`,
  hoursAndMinutes: (hours: number, minutes: number) => `${formatCount(hours)} h ${formatCount(minutes)} min`,
  partOf: (part: string, whole: string) => `${part} of ${whole}`,
} as const

import { formatCount } from './format-count'

/** What parts say that every page may have. */
export const words = {
  requestId: 'Request id',
  brokeHere: 'Something broke in this page. Try again; if it stays, reload the page.',
  notFetched: 'This could not be fetched. Check the connection, then try again.',
  minutes: (count: number) => `${formatCount(count)} min`,
  hours: (count: number) => `${formatCount(count)} h`,
  hoursAndMinutes: (hours: number, minutes: number) => `${formatCount(hours)} h ${formatCount(minutes)} min`,
  partOf: (part: string, whole: string) => `${part} of ${whole}`,
} as const

/** The text about notifications of what has ended. */
export const words = {
  label: 'Notify me when it’s done',
  browser: 'In this browser',
  browserHint: 'While this page is open',
  email: 'By email',
  blocked: 'Notifications are blocked for this site. Allow them in your browser’s settings.',
  ready: 'Transcript ready',
  failed: 'Transcription failed',
  importDone: 'Import finished',
  importFailed: 'Import failed',
  settings: 'Notifications',
  always: 'Email me when a job or an import finishes',
  alwaysHint: 'For jobs that take longer than a minute. Each email links here, so you can turn them off.',
  watches: 'New transcripts of your watches',
  watchMail: { never: 'No email', each: 'An email each time', daily: 'One email a day' },
  noMail: 'This server can’t send email to this account.',
  saved: 'Notifications saved',
} as const

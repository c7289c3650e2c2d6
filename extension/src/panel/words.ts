import type { SignInReason } from '../account/sign-in-error'

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Every text of the panel. */
export const words = {
  starting: 'Looking at this page …',

  signIn: {
    title: 'Connect to your server',
    text: 'Transcripts are created by your own Verbatim server and saved in your account there.',
    label: 'Server URL',
    hint: 'The URL that the server prints when it starts, or that you open in the browser.',
    button: 'Sign in',
    ended: 'Your sign-in has ended. Sign in again.',
    stillConnected:
      'You are signed out here, but the server could not be reached. Disconnect this browser there on the page Connections.',
    signingIn: 'Continue in the window that has opened',
    signingInText: 'Allow the connection there. The browser may ask for access to your server first.',
    cancel: 'Use another server',
    signingOut: 'Signing out …',
  },
  signInErrors: {
    'no-url':
      'Enter the URL of your server. It begins with https://, or is on this computer, such as http://localhost:3000.',
    unreachable: 'The server can’t be reached. Check that it is running and that the URL is right.',
    'no-server': 'This URL is not a Verbatim server. Check it and sign in again.',
    'other-server': 'This server uses a different URL. It has been filled in for you. Sign in again.',
    'no-permission': 'The browser has no access to this server. Sign in again and allow the access.',
    cancelled:
      'The sign-in window was closed. If it asked for a link, open the one that npm start printed, and sign in again.',
    denied: 'The connection was denied. Sign in again to allow it.',
    refused: 'The server refused the sign-in. Sign in again.',
  } satisfies Record<SignInReason, string>,

  noAccess: {
    title: 'No access to this page',
    text: 'The panel reads a page only after you press the Transcript button in the toolbar. The browser’s own pages can’t be read.',
  },
  noRecording: {
    title: 'No recording on this page',
    text: 'No video, audio or link to a recording was found. If the page has a player, start it and look again.',
    again: 'Look again',
  },
  found: {
    title: (count: number) => (count === 1 ? 'A recording on this page' : `${count} recordings on this page`),
    text: 'Choose the recording to transcribe. Without captions, it uses your minutes.',
    button: 'Get transcript',
    buttonFor: (name: string) => `Get transcript of ${name}`,
  },
  asking: 'Getting the transcript',
  askingText: 'The server checks the source for captions.',
  running: 'Transcribing',
  stages: {
    queued: 'Queued',
    starting: 'Starting',
    resolving: 'Checking the source',
    downloading: 'Downloading',
    transcribing: 'Transcribing',
    identifying_speakers: 'Telling speakers apart',
    finishing: 'Finishing',
  },
  waiting: (detail: string) => `${detail} The server tries again.`,
  progress: 'Progress',
  percent: (share: number) => `${Math.floor(share * 100)}%`,
  lessThanAMinute: 'less than a minute left',
  minutesLeft: (count: number) => `about ${counted(count, 'minute')} left`,
  runningText: 'You can close this panel: the job continues on the server.',
  openJob: 'Open job in Verbatim',

  sources: {
    captions: 'Captions',
    auto_captions: 'Automatic captions',
    speech_to_text: 'Speech-to-text',
  },
  copy: 'Copy text',
  copied: 'Text copied',
  notCopied: 'Not copied',
  notCopiedReason: 'The browser refused to copy the text.',
  open: 'Open in Verbatim',
  follow: 'Follow playback',
  cues: 'Transcript',
  spokenTime: (hours: number, minutes: number, seconds: number) =>
    [
      ...(hours > 0 ? [counted(hours, 'hour')] : []),
      ...(minutes > 0 ? [counted(minutes, 'minute')] : []),
      ...(seconds > 0 || hours + minutes === 0 ? [counted(seconds, 'second')] : []),
    ].join(' '),
  speaker: (name: string) => `${name}:`,
  unnamedSpeaker: (id: string) => `Speaker ${id}`,
  noSpeech: 'No speech was found in this recording.',
  pageLeft: 'The page was left or loaded again. Press Transcript in the toolbar to play lines again.',
  ready: (title: string) => `The transcript of ${title} is ready.`,

  failed: 'No transcript',
  retry: 'Try again',
  lookAgain: 'Look at the page again',
  about: 'About this error',
  upload: 'Open Verbatim to upload the file',
  captions: {
    text: 'This page may have captions. The button sends them to your server with the page’s title, and nothing else.',
    button: 'Use the captions in this browser',
    taking: 'Sending the captions of this page',
    fileName: 'Captions',
    none: 'No captions in this browser',
    noneText: 'The page gave no captions for this recording.',
    noneYoutube: 'YouTube gave no captions. Turn on captions in its player, wait until they are shown, and try again.',
  },
  offline: {
    title: 'The server can’t be reached',
    text: (host: string) => `${host} did not respond. Check that the server is running and that you are online.`,
  },
  stopped: {
    title: 'The panel stopped because of an error.',
    text: 'Close it and press Transcript again.',
  },
  signedInTo: (host: string) => `Signed in to ${host}`,
  signOut: 'Sign out',
}

import type { ReactNode } from 'react'

/** What is said on the way in. */
export const words = {
  signIn: 'Sign in',
  signInTo: 'Sign in to Verbatim',
  signInAs: (account: ReactNode) => ['You sign in as ', account, '. If you did not ask for this, close the page.'],
  newLink: 'Ask for a new link',
  alreadyLocal: 'On this machine you need not sign in: you already act as its own account. Sign in to use another one.',
  localTitle: 'This machine’s own Verbatim',
  localText:
    'Open the link that Verbatim printed when it started. It lets this browser in once and for all. This command, run in Verbatim’s folder, makes another link:',
  localCommand: 'Make a link for this browser',
  localContinue: 'Continue',
  localAlready: 'This browser has opened such a link already. Another site led here, so go on by yourself:',
  otherAccount: 'Sign in to another account',
  noWayIn:
    "No way to sign in is set up on this server yet. Whoever runs it sets up a mail server, GitHub, Google or another issuer. Until then its API takes keys, which this command makes in Verbatim's folder:",
  makeKey: 'Make an API key',
  nobody: 'Nobody is signed in',
  continueWith: (issuer: string) => `Continue with ${issuer}`,
  or: 'or',
  email: 'Your email address',
  mailLink: 'Mail me a link',
  showLink: 'Give me a link',
  invited: 'New accounts are by invitation: a link goes to addresses that have an account or an invitation.',
  closedToNew: 'New accounts are not open here: a link goes to addresses that have an account.',
  linkWays: {
    mailed: 'There is no password. The link signs you in, and makes your account the first time.',
    shown: 'No mail server is set up, so the link is shown here and in the terminal that runs Verbatim.',
    printed: 'No mail server is set up, so the link is printed in the terminal that runs Verbatim.',
  },
  checkMail: 'Check your mail',
  checkTerminal: 'Look in the terminal',
  printedFor: (email: string, minutes: number) =>
    `The terminal that runs Verbatim shows a link for ${email}. It works once, for ${minutes} min.`,
  hereItIs: 'Here is your link',
  onItsWay: (email: string, minutes: number) => `A link is on its way to ${email}. It works once, for ${minutes} min.`,
  linkFor: (email: string, minutes: number) => `For ${email}. It works once, for ${minutes} min.`,
  spam: 'Nothing there? Look in the spam folder, then ask for another one.',
  open: 'Open the link',
  another: 'Use another address',
  errors: {
    LocalLink: 'This link has been used, or it is of an earlier start. Make another one.',
    Verification: 'This link has been used, or it is too old. Ask for a new one.',
    configuration: 'This link is not whole. Open it from the mail again, or ask for a new one.',
    account_suspended: 'This account is suspended. Ask whoever runs this server.',
    sign_up_closed: 'New accounts are not open to everybody here. Ask whoever runs this server for an invitation.',
    email_unverified:
      'Your email address is not verified there, so it can not be trusted here. Verify it there, or sign in by a link.',
  },
  notFinished: 'The sign-in was not finished. Try again.',
} as const

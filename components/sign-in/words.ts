import type { ReactNode } from 'react'

/** The texts of the sign-in. */
export const words = {
  signIn: 'Sign in',
  signInTo: 'Sign in to Verbatim',
  signInAs: (account: ReactNode) => [
    'You are signing in as ',
    account,
    '. If you didn’t request this, close the page.',
  ],
  newLink: 'Request a new link',
  alreadyLocal:
    'You don’t need to sign in on this machine: you already use its own account. Sign in to use another account.',
  localTitle: 'Verbatim on this machine',
  localText:
    'Open the link that Verbatim printed when it started. It gives this browser lasting access. To create another link, run this command in Verbatim’s folder:',
  localCommand: 'Create a link for this browser',
  localContinue: 'Continue',
  localAlready: 'This browser already has access. Another site brought you here, so confirm that you want to continue.',
  otherAccount: 'Sign in to another account',
  noSignInMethod:
    'This server has no sign-in method yet. Its operator can set up email, GitHub, Google or another provider. Until then, the API accepts keys. Create one with this command in Verbatim’s folder:',
  makeKey: 'Create an API key',
  nobody: 'Not signed in',
  continueWith: (issuer: string) => `Continue with ${issuer}`,
  or: 'or',
  email: 'Email',
  mailLink: 'Email me a link',
  showLink: 'Get a sign-in link',
  invited: 'New accounts need an invitation. Links are sent only to existing accounts and invited emails.',
  closedToNew: 'New accounts are closed. Links are sent only to existing accounts.',
  linkDelivery: {
    mailed: 'No password needed. The link signs you in and creates your account if you’re new.',
    shown: 'Email isn’t set up on this server. The link appears here and in the terminal that runs Verbatim.',
    printed: 'Email isn’t set up on this server. The link appears in the terminal that runs Verbatim.',
  },
  checkMail: 'Check your email',
  checkTerminal: 'Check the terminal',
  printedFor: (email: string, minutes: number) =>
    `The terminal that runs Verbatim shows a link for ${email}. It works once, within ${minutes} min.`,
  hereItIs: 'Your sign-in link',
  linkSent: (email: string, minutes: number) => `We sent a link to ${email}. It works once, within ${minutes} min.`,
  linkFor: (email: string, minutes: number) => `For ${email}. It works once, within ${minutes} min.`,
  spam: 'No email? Check your spam folder, then send it again.',
  open: 'Open link',
  another: 'Use another email',
  again: 'Send again',
  againIn: (seconds: number) => `Send again in ${seconds} s`,
  sentAgain: 'Sent again. Check the spam folder too.',
  errors: {
    LocalLink: 'This link was used before, or Verbatim has restarted since. Create another one.',
    Verification: 'This link was used before or has expired. Request a new one.',
    configuration: 'This link is incomplete. Open it again from the email, or request a new one.',
    account_suspended: 'This account is suspended. Contact the operator of this server.',
    sign_up_closed: 'New accounts need an invitation. Contact the operator of this server.',
    email_unverified:
      'That service hasn’t verified your email, so we can’t use it to sign you in. Verify it there, or sign in with a link.',
  },
  notFinished: 'The sign-in wasn’t completed. Try again.',
} as const

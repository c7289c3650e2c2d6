import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  /** For `MAIL_SERVER`. */
  url: string
  /** Every mail that was taken, the oldest first, with whom the envelope names. */
  mails: { to: string[]; from: string; email: Email }[]
  /** How the next mail is refused. */
  refuseNext: () => void
  close: () => Promise<void>
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Starts a mail server on loopback that accepts every mail sent with the right user name and password. */
export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  let refusing = false
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'verbatim' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData(stream, { envelope }, done) {
      void readAll(stream).then(async (raw) => {
        if (refusing) {
          refusing = false
          return done(new Error('The mailbox is full'))
        }
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), from, email: await PostalMime.parse(raw) })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://verbatim:p%40ss@127.0.0.1:${port}`,
    mails,
    refuseNext() {
      refusing = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

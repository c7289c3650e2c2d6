import type { ReactNode } from 'react'
import { Example } from '@/components/home/example'
import { FromAProgram } from '@/components/home/from-a-program'
import { SignInPrompt } from '@/components/sign-in/sign-in-prompt'
import { SourceForm } from '@/components/source-form/source-form'
import { env } from '@/lib/platform/env'
import { pageActor } from './page-actor'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-16">
      <h2 className="pb-4 text-xl font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

/** The front door: one promise, one field, and what comes out. */
export default async function Home() {
  const actor = await pageActor()
  return (
    <div className="mx-auto max-w-4xl pt-10 sm:pt-20">
      <h1 className="pb-8 text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        Every word, with its time.
      </h1>
      {actor ? (
        <SourceForm />
      ) : (
        <SignInPrompt>Sign in to paste a link or drop a file. A new account has 15 min a month, free.</SignInPrompt>
      )}
      <Section title="What comes out">
        <Example />
      </Section>
      <Section title="From a program">
        <FromAProgram baseUrl={env().baseUrl} />
      </Section>
    </div>
  )
}

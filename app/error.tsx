'use client'

import { Button } from '@/components/ui/button'
import { BrokenPage } from './broken-page'
import { words } from './words'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="mx-auto max-w-2xl pt-8 sm:pt-16">
      <BrokenPage detail={words.brokeText} digest={error.digest}>
        <Button onClick={reset}>{words.retry}</Button>
      </BrokenPage>
    </div>
  )
}

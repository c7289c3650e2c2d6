import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { words } from './words'

const SAMPLES = [
  { address: '/samples/reading.mp3', name: 'reading.mp3', type: 'audio/mpeg', label: words.voice },
  { address: '/samples/two-voices.mp3', name: 'two-voices.mp3', type: 'audio/mpeg', label: words.voices },
  { address: '/samples/jfk.flac', name: 'jfk.flac', type: 'audio/flac', label: words.speech },
  { address: '/samples/captioned.mp4', name: 'captioned.mp4', type: 'video/mp4', label: words.clip },
]

/** Samples that go the way of a file of one's own. */
export function SampleButtons({ onFile }: { onFile: (file: File) => void }) {
  const [loading, setLoading] = useState(false)
  const take = async ({ address, name, type }: (typeof SAMPLES)[number]) => {
    setLoading(true)
    const response = await fetch(address).catch(() => null)
    setLoading(false)
    if (response?.ok) onFile(new File([await response.blob()], name, { type }))
    else toast.error(words.noSample)
  }
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="pe-1.5 text-sm text-soft max-sm:w-full">{words.samples}</span>
      {SAMPLES.map((sample) => (
        <Button key={sample.name} size="small" disabled={loading} onClick={() => void take(sample)}>
          {sample.label}
        </Button>
      ))}
    </span>
  )
}

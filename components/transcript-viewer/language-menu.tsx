import { Languages } from 'lucide-react'
import { MenuButton } from '@/components/ui/menu-button'
import type { Transcript } from '@/lib/captions/transcript'
import { useOnDemand } from '../use-on-demand'
import { useRequestAgain } from './use-request-again'
import { words } from './words'

/** The languages that the recording has captions in, in a menu whose script comes as it is first opened. */
export function LanguageMenu({ transcript }: { transcript: Pick<Transcript, 'url' | 'platform' | 'lang'> }) {
  const again = useRequestAgain()
  const { part, byKeyboard, want } = useOnDemand(() => import('./open-language-menu'))
  const button = { Icon: Languages, label: words.language, disabled: again.busy }
  if (!part) return <MenuButton {...button} onClick={want} />
  return (
    <part.OpenLanguageMenu
      trigger={<MenuButton {...button} />}
      byKeyboard={byKeyboard}
      transcript={transcript}
      onChoose={(lang) => again.ask({ url: transcript.url, lang })}
    />
  )
}

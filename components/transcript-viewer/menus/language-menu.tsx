import { Languages } from 'lucide-react'
import { MenuButton } from '@/components/ui/menu-button'
import { useOnDemand } from '@/components/use-on-demand'
import type { Transcript } from '@/lib/captions/transcript'
import { words } from '../words'
import { useRequestAgain } from './use-request-again'

/** The languages that the recording has captions in. The script of the menu is loaded when it is first opened. */
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

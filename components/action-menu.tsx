import type { LucideIcon } from 'lucide-react'
import { MenuButton } from './ui/menu-button'
import { useOnDemand } from './use-on-demand'

/** An item of a menu: an action, or a file to download. `note` appears beside its name. */
type Action = { name: string; note?: string } & ({ act: () => void } | { file: string })

type Props = { Icon: LucideIcon; label: string; actions: readonly Action[] }

/** A button with a menu, whose script comes as it is first opened. */
export function ActionMenu({ Icon, label, actions }: Props) {
  const { part, byKeyboard, want } = useOnDemand(() => import('./ui/menu'))
  if (!part) return <MenuButton Icon={Icon} label={label} onClick={want} />
  const { Menu, MenuItem } = part
  return (
    <Menu trigger={<MenuButton Icon={Icon} label={label} />} byKeyboard={byKeyboard}>
      {actions.map(({ name, note, ...action }) =>
        'act' in action ? (
          <MenuItem key={name} onSelect={action.act}>
            {name}
          </MenuItem>
        ) : (
          <MenuItem key={name} asChild>
            <a href={action.file} download>
              {name}
              <span className="times ms-auto ps-6 text-soft">{note}</span>
            </a>
          </MenuItem>
        ),
      )}
    </Menu>
  )
}

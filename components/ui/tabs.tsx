'use client'

import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'

export type Tab = { name: string; label: string; content: ReactNode }

/**
 * Panels of which one is shown, under a row of names; without script all of them. `label` says what they have in common.
 */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <Radix.Root defaultValue={tabs[0]?.name ?? ''}>
      <Radix.List aria-label={label} className="flex gap-3 overflow-x-auto border-b border-hairline">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.name}
            value={tab.name}
            className="-mb-px min-h-10 rounded-t-sm border-b-2 px-1 border-transparent text-sm whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.name}
          value={tab.name}
          tabIndex={-1}
          forceMount
          className="pt-5 data-[state=inactive]:hidden noscript:data-[state=inactive]:block"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

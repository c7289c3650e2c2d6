import type { ReactNode } from 'react'
import { DropAnywhere } from '@/components/uploads/drop-anywhere'
import { UploadPanel } from '@/components/uploads/upload-panel'
import { DashboardNav, SectionTabs } from './dashboard-nav'
import type { Viewer } from './places'

/** The frame of every page of an account: its navigation at the side, the page beside it, and what is being uploaded. */
export function AppFrame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return (
    <div className="flex pt-4 lg:gap-10 lg:pt-8">
      <DashboardNav />
      <div className="min-w-0 flex-1">
        <DropAnywhere />
        <UploadPanel />
        <SectionTabs viewer={viewer} />
        {children}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { DropAnywhere } from '@/components/uploads/drop-anywhere'
import { UploadPanel } from '@/components/uploads/upload-panel'
import { DashboardNav } from './dashboard-nav'

/** The frame of every page of an account: its navigation at the side, the page beside it, and what is being uploaded. */
export function AppFrame({ isOperator, children }: { isOperator: boolean; children: ReactNode }) {
  return (
    <div className="flex pt-4 lg:gap-10 lg:pt-8">
      <DashboardNav isOperator={isOperator} />
      <div className="min-w-0 flex-1">
        <DropAnywhere />
        <UploadPanel />
        {children}
      </div>
    </div>
  )
}

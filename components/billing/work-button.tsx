import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { useBilling } from './use-billing'

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled'> & { work: Parameters<typeof useBilling>[0] }

/** A button that does one thing about the plan. */
export function WorkButton({ work, ...rest }: Props) {
  const action = useBilling(work)
  return <Button {...rest} disabled={action.isPending} onClick={() => action.mutate()} />
}

import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../Button'

type DownloadButtonProps = Pick<ComponentProps<typeof Button>, 'ref' | 'onClick' | 'disabled'>

/** The button 'Download CSV'. On phones it shows only its icon. */
export function DownloadButton(props: DownloadButtonProps) {
  return (
    <Button {...props} look="secondary" className="shrink-0 max-sm:w-(--control) max-sm:px-0">
      <Download className="size-4 shrink-0" />
      <span className="max-sm:sr-only">Download CSV</span>
    </Button>
  )
}

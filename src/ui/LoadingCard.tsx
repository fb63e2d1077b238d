import { Card } from './Card'
import { LoadingText } from './LoadingText'

interface LoadingCardProps {
  /** For screen readers. */
  children: string
  /** Sets the height, that of what loads. */
  className: string
}

/** An empty card while the code of its content loads. */
export function LoadingCard({ children, className }: LoadingCardProps) {
  return (
    <Card>
      <LoadingText unseen>{children}</LoadingText>
      <div className={className} />
    </Card>
  )
}

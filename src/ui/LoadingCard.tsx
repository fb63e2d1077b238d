import { Card } from './Card'
import { LoadingText } from './LoadingText'

interface LoadingCardProps {
  /** The text for screen readers. */
  children: string
  /** The class that sets the height of the content to come. */
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

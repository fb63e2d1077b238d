import { LoadingText } from '../ui/LoadingText'

export function PendingScreen() {
  return (
    <div className="flex justify-center px-4 py-14 sm:py-20">
      <LoadingText>Loading...</LoadingText>
    </div>
  )
}

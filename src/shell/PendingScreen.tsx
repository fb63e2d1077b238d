import { LoadingText } from '../ui/LoadingText'

/** Shows in place of a screen whose code or data is long in coming. */
export function PendingScreen() {
  return (
    <div className="flex justify-center px-4 py-14 sm:py-20">
      <LoadingText>Loading...</LoadingText>
    </div>
  )
}

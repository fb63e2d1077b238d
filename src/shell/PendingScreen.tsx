import { LoadingText } from '../ui/LoadingText'

/** Shows while a screen's code or data takes long to load. */
export function PendingScreen() {
  return (
    <div className="flex justify-center px-4 py-14 sm:py-20">
      <LoadingText>Loading...</LoadingText>
    </div>
  )
}

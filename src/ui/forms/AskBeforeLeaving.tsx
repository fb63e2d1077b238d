import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../dialogs/ConfirmDialog'
import { giveUpUnsavedText, guardUnsavedText, hasUnsavedText } from './unsaved-text'

interface AskBeforeLeavingProps {
  /** Something was typed that would be lost by leaving. */
  unsaved: boolean
  /** The question. */
  title: string
  /** What would be lost. */
  text: string
}

const leavesThePage: ShouldBlockFn = ({ current, next }) =>
  hasUnsavedText() && current.pathname !== next.pathname

/**
 * Asks before a page is left on which something was typed: by a link, the back button or logging out
 * with a dialog, by closing the tab with the browser's own.
 */
export function AskBeforeLeaving({ unsaved, title, text }: AskBeforeLeavingProps) {
  /** What the user is about to do, other than going to another page. */
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (unsaved) return guardUnsavedText((wanted) => setLeave(() => wanted))
  }, [unsaved])
  const blocker = useBlocker({
    shouldBlockFn: leavesThePage,
    enableBeforeUnload: hasUnsavedText,
    disabled: !unsaved,
    withResolver: true,
  })
  const proceed = leave ?? blocker.proceed
  // It was saved while the question stood there.
  useEffect(() => {
    if (!unsaved) proceed?.()
  }, [unsaved, proceed])

  function stay() {
    setLeave(null)
    blocker.reset?.()
  }

  function go() {
    giveUpUnsavedText()
    setLeave(null)
    proceed?.()
  }

  if (!unsaved || !proceed) return null
  return (
    <ConfirmDialog
      title={title}
      refusal="Stay"
      confirmation="Leave"
      look="danger"
      onRefuse={stay}
      onConfirm={go}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}

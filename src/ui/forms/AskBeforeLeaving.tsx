import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from '../dialogs/ConfirmDialog'
import { keepText, takeKeptText, type UnsavedText } from './kept-text'
import { giveUpUnsavedText, guardUnsavedText, hasUnsavedText } from './unsaved-text'

interface AskBeforeLeavingProps {
  /** Something was typed that would be lost by leaving. */
  unsaved: boolean
  /** The question. */
  title: string
  /** What would be lost, in a sentence. */
  text: string
  /** The same itself. It is kept where the session ends (D11), until the same user is back. */
  typed: UnsavedText
  /** Puts what was kept into the form. */
  onRestore: (texts: UnsavedText['texts']) => void
}

const leavesThePage: ShouldBlockFn = ({ current, next }) =>
  hasUnsavedText() && current.pathname !== next.pathname

/**
 * Asks before a page is left on which something was typed: by a link, the back button or logging out
 * with a dialog, by closing the tab with the browser's own. Where the session ends, nobody can be
 * asked: what was typed is kept.
 */
export function AskBeforeLeaving(props: AskBeforeLeavingProps) {
  const { unsaved, title, text, typed, onRestore } = props
  const { form, user } = typed
  /** What the user is about to do, other than going to another page. */
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const keep = useEffectEvent(() => keepText(typed))
  const restore = useEffectEvent(onRestore)
  useEffect(() => {
    if (unsaved)
      return guardUnsavedText(
        (wanted) => setLeave(() => wanted),
        () => keep(),
      )
  }, [unsaved])
  useEffect(() => {
    const texts = user !== undefined && takeKeptText(form, user)
    if (texts) restore(texts)
  }, [form, user])
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

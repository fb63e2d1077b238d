import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from '../dialogs/ConfirmDialog'
import { type Draft, keepDraft, takeDraft } from './draft'
import { guardUnsavedText, hasUnsavedText } from './unsaved-text'

interface AskBeforeLeavingProps {
  unsaved: boolean
  /** The question. */
  title: string
  /** The input that would be lost, in a sentence. */
  text: string
  /**
   * The input itself, and what restores it. It is kept when the session ends (D11), until the same user is
   * back. Left out: it must not be kept.
   */
  draft?: { typed: Draft; onRestore: (texts: Draft['texts']) => void }
}

const leavesThePage: ShouldBlockFn = ({ current, next }) =>
  hasUnsavedText() && current.pathname !== next.pathname

/**
 * Asks before the user leaves a page with unsaved input: with a dialog before a link, the back button or
 * logging out, with the browser's own before closing the tab. When the session ends, nobody can be
 * asked, so the input is kept.
 */
export function AskBeforeLeaving(props: AskBeforeLeavingProps) {
  const { unsaved, title, text, draft } = props
  const { form, user } = draft?.typed ?? {}
  /** The pending action, unless it is a navigation. */
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const keep = useEffectEvent(() => {
    if (draft) keepDraft(draft.typed)
  })
  const restore = useEffectEvent((texts: Draft['texts']) => draft?.onRestore(texts))
  useEffect(() => {
    if (unsaved)
      return guardUnsavedText(
        (wanted) => setLeave(() => wanted),
        () => keep(),
      )
  }, [unsaved])
  useEffect(() => {
    const texts = form !== undefined && user !== undefined && takeDraft(form, user)
    if (texts) restore(texts)
  }, [form, user])
  const blocker = useBlocker({
    shouldBlockFn: leavesThePage,
    enableBeforeUnload: hasUnsavedText,
    disabled: !unsaved,
    withResolver: true,
  })
  const proceed = leave ?? blocker.proceed
  // It was saved while the question was open.
  useEffect(() => {
    if (!unsaved) proceed?.()
  }, [unsaved, proceed])

  function stay() {
    setLeave(null)
    blocker.reset?.()
  }

  function go() {
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

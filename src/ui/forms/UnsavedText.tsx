import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from '../dialogs/ConfirmDialog'
import { askBeforeLeaving, type Draft, hasUnsavedText, keepDraft, readDraft } from './unsaved-text'

interface UnsavedTextProps {
  unsaved: boolean
  title?: string
  /** The input that would be lost, in a sentence. */
  text?: string
  /**
   * The input, and a function that restores it after a reload, or when the same user signs in again after the
   * session has ended (D11). Absent if the input must not be kept.
   */
  draft?: { typed: Draft; onRestore: (texts: Draft['texts']) => void }
}

const usualText = 'Your changes haven’t been saved. If you leave this page, you’ll lose them.'

/** Whether a navigation leaves the page, or its tab. */
const leavesThePage: ShouldBlockFn = ({ current, next }) =>
  hasUnsavedText() && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next))

const tabOf = ({ search }: { search: object }) => 'tab' in search && search.tab

/**
 * Asks before the user leaves a page with unsaved input. The app's dialog asks before links, going back and logging
 * out; the browser's own before the tab closes. Meanwhile the input is kept in the tab.
 */
export function UnsavedText(props: UnsavedTextProps) {
  const { unsaved, draft, title = 'Leave without saving?', text = usualText } = props
  const { form, user } = draft?.typed ?? {}
  /** The pending action, unless it is a navigation. */
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const restore = useEffectEvent((texts: Draft['texts']) => draft?.onRestore(texts))
  useEffect(() => {
    const texts = form !== undefined && user !== undefined && readDraft(form, user)
    if (texts) restore(texts)
  }, [form, user])
  useEffect(() => {
    if (unsaved) return askBeforeLeaving((wanted) => setLeave(() => wanted), form)
  }, [unsaved, form])
  const typed = JSON.stringify(draft?.typed)
  useEffect(() => {
    if (unsaved && typed) keepDraft(JSON.parse(typed))
  }, [unsaved, typed])
  const blocker = useBlocker({
    shouldBlockFn: leavesThePage,
    enableBeforeUnload: hasUnsavedText,
    disabled: !unsaved,
    withResolver: true,
  })
  const proceed = leave ?? blocker.proceed
  // The input was saved while the question was open.
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
      look="danger-line"
      onRefuse={stay}
      onConfirm={go}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}

import { createContext } from 'react'
import type { WrongFields } from './submission'

/** What a form's fields know of it. */
export const FormErrors = createContext<{
  /** The texts about its fields. */
  fields: WrongFields
  /** The id of its own text, if there is one. */
  messageId?: string | false | undefined
  /** The number of submissions so far. */
  submissions: number
}>({
  fields: {},
  submissions: 0,
})

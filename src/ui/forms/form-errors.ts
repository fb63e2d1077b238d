import { createContext } from 'react'
import type { WrongFields } from './submission'

/** A form's texts about its fields, and the id of its own text, if there is one. */
export const FormErrors = createContext<{
  fields: WrongFields
  messageId?: string | false | undefined
}>({
  fields: {},
})

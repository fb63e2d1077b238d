import { createContext } from 'react'
import type { WrongFields } from './submission'

/** What a form has to say of its fields, and the id of its own text, where there is one. */
export const FormWrongs = createContext<{
  fields: WrongFields
  messageId?: string | false | undefined
}>({
  fields: {},
})

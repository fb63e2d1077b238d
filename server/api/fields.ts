import { FieldsError, HttpError } from './http-error'

type Readers = Readonly<Record<string, () => unknown>>
type Results<All extends Readers> = { [Name in keyof All]: ReturnType<All[Name]> }

/**
 * Parses several fields of a body, so that a refusal names all wrong ones (D27).
 * @param readers by field name of the contract; each throws HttpError 422 to refuse its field.
 * @throws FieldsError of all refused fields.
 */
export function readFields<All extends Readers>(readers: All): Results<All> {
  const read: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  for (const [name, reader] of Object.entries(readers)) {
    try {
      read[name] = reader()
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 422) throw error
      wrong[name] = error.message
    }
  }
  if (Object.keys(wrong).length > 0) throw new FieldsError(422, wrong)
  return read as Results<All>
}

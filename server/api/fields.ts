import { FieldsError, HttpError } from './http-error'

type Readers = Readonly<Record<string, () => unknown>>
type ReadBy<Given extends Readers> = { [Name in keyof Given]: ReturnType<Given[Name]> }

/**
 * Parses several fields of a body, so that a refusal names all wrong ones (D79).
 * @param readers by field name of the contract; each throws HttpError 422 to refuse its field.
 * @throws FieldsError of all refused fields.
 */
export function readFields<Given extends Readers>(readers: Given): ReadBy<Given> {
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
  return read as ReadBy<Given>
}

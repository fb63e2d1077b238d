import * as v from 'valibot'

/**
 * Text that every store can keep: PostgreSQL refuses U+0000 in text, and a lone surrogate cannot be
 * written as UTF-8.
 */
export const text = v.pipe(
  v.string(),
  v.check((value) => !value.includes('\u0000'), 'contains a null character'),
  v.check((value) => !/\p{Surrogate}/u.test(value), 'is not well-formed Unicode'),
)

/** A day or an instant on the wire: ISO 8601 (D15). */
export const isoDate = v.pipe(
  v.string(),
  v.check(
    (value) => !Number.isNaN(Date.parse(value)) && /^\d{4}-\d\d-\d\d/.test(value),
    'is not an ISO 8601 date',
  ),
)

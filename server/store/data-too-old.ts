/** The data was made before the history of migrations began. It is left as it is. */
export class DataTooOld extends Error {
  override readonly name = 'DataTooOld'

  constructor() {
    super(
      "This data was made by a version before 1.0.0, which 1.0.0 can't read. Use an empty database.",
    )
  }
}

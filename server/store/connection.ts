/** A connection to a database, of either driver. */
export interface Connection {
  query<Row>(text: string, parameters?: unknown[]): Promise<{ rows: Row[] }>
}

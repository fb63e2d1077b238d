import type { Rows } from '../store/memory-change'

type Data = Pick<Rows, 'secondFactors'>

const factorOnOf = (data: Data, wanted: string) =>
  data.secondFactors.find(({ userId, since }) => userId === wanted && since !== null)

export const hasSecondFactor = (data: Data, userId: string) =>
  factorOnOf(data, userId) !== undefined

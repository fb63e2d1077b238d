import { afterAll, expect, test } from 'vitest'
import { describeConformance } from '../api/conformance'
import { targets } from '../api/conformance/support/targets'
import { breakChanges } from '../support/broken-changes'
import { makeOtherChanges } from '../support/other-changes'

// One of each kind breaks in `npm test`.
const broken = breakChanges('every')
afterAll(broken.stop)

describeConformance(targets.postgresql(broken.breaking))

test('no change that breaks has done anything', async () => {
  await makeOtherChanges(broken.breaking)
  expect(broken.halfDone).toEqual([])
  expect(broken.missing()).toEqual([])
})

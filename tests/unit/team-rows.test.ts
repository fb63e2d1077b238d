// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import type { TeamInvitation } from '../../contract/team'
import { statusRank } from '../../src/team/team-rows'
import { teamInvitation } from '../support/team-examples'

test('invitations are sorted by their state, and the latest of a state comes first', () => {
  const rankOf = (state: TeamInvitation['state'], day: number) =>
    statusRank({
      invitation: teamInvitation('lin@acme.test', {
        state,
        state_since: `2026-11-0${day}T00:00:00.000Z`,
      }),
    })
  const ranks = [rankOf('sent', 3), rankOf('sent', 2), rankOf('opened', 1)]
  expect(ranks.toSorted((one, other) => one - other)).toEqual(ranks)
})

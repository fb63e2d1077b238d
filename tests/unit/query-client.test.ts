import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '../../src/query-client'

test('offline, a change is tried at once, and its failure can be told', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
  const client = createQueryClient()
  const save = vi.fn(async () => {})
  void client
    .getMutationCache()
    .build(client, client.defaultMutationOptions({ mutationFn: save }))
    .execute(undefined)
  await vi.waitFor(() => expect(save).toHaveBeenCalled())
})

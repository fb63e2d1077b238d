import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './query-client'
import { createAppRouter } from './router'
import { connectSession } from './session/connect-session'
import { endSessionOfEarlierBrowserRun } from './session/session'
import { watchForLostCode } from './shell/lost-code'
import { followTheme } from './ui/theme'
import './styles.css'

if (import.meta.env.MODE === 'mock') {
  const { startMockMode } = await import('../mocks/browser')
  await startMockMode()
}

endSessionOfEarlierBrowserRun()

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
connectSession(router, queryClient)
followTheme()
watchForLostCode()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

if (import.meta.env.DEV) {
  void import('./Devtools').then(({ Devtools }) => {
    const place = document.body.appendChild(document.createElement('div'))
    createRoot(place).render(<Devtools router={router} queryClient={queryClient} />)
  })
}

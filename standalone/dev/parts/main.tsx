import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { followTheme } from '../../../src/ui/theme'
import { PartsScreen } from './PartsScreen'
import './styles.css'

/** Links of parts, such as tabs, need a router. */
const router = createRouter({ routeTree: createRootRoute({ component: PartsScreen }) })

const { classList } = document.documentElement
classList.toggle('dark', localStorage.getItem('theme') === 'dark')
followTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router as never} />)

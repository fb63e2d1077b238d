/** The tabs of 'Profile Settings', the first of which an address without a tab has. */
export const profileTabs = [
  { value: 'profile', name: 'Profile' },
  { value: 'security', name: 'Security' },
  { value: 'sessions', name: 'Sessions' },
  { value: 'reports', name: 'Reports' },
  { value: 'account', name: 'Account' },
] as const

type Tab = (typeof profileTabs)[number]['value']

/** @returns the tab that an address names; undefined for the first one and unknown ones. */
export function tabSearch({ tab }: Record<string, unknown>): {
  tab?: Exclude<Tab, 'profile'> | undefined
} {
  const named = profileTabs.find(({ value }) => value === tab)?.value
  return { tab: named === 'profile' ? undefined : named }
}

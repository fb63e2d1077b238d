/** The scenarios that the panel offers, by subject: every word of docs/mock-mode.md. */
export const panelScenarios: Readonly<Record<string, readonly [words: string, text: string][]>> = {
  Plan: [
    ['admin,subscribed', 'Acme has a plan'],
    ['admin,subscribed:scale:yearly:INR', 'It pays for a year, in rupees'],
    ['admin,subscribed,activity:10000', 'It has had 10,000 plans'],
    ['admin,subscribed,receipts:24,refunded', 'It has 24 receipts, one refunded lately'],
    ['admin,subscribed:growth:monthly:INR,buyer:india,receipts:4,refunded', 'It has tax invoices'],
    ['admin,subscribed:growth:monthly:INR,buyer:abroad,receipts:4', 'They are billed abroad'],
    ['admin,payment:pending', 'A payment has failed'],
    ['admin,payment:halted', 'A payment was given up'],
    ['admin,payment:paused', 'Its payments are paused'],
    ['admin,renewal:stopped', 'Its renewal was stopped'],
  ],
  People: [
    ['admin,subscribed,team:200', 'Acme has 200 people'],
    ['admin,places:full', 'All seats are used'],
    ['admin,invitation:expired', 'An invitation has expired'],
    ['admin,organisation:slug-fixed', 'Its address can’t be changed'],
    ['admin,subscribed,organisation:deleting', 'It will be deleted in seven days'],
    ['admin,audit:1000', 'The audit log has 1,000 entries'],
  ],
  Account: [
    ['admin,sessions:12', 'The admin has 12 sessions'],
    ['admin,address:unconfirmed', 'No one has proven the address'],
    ['admin,passkeys:2', 'The admin has two passkeys'],
    ['admin,passkeys:moved', 'One of them is of another address'],
    ['admin,subscribed:growth,reports:4', 'The team gets reports by email'],
    ['admin,two-factor:on', 'Signing in asks for a code'],
    ['admin,two-factor:due', 'A second factor is due in five days'],
    ['admin,two-factor:over', 'A second factor is overdue'],
    ['admin,two-factor:admins', 'Acme’s admins must have one, and do'],
    ['member,two-factor:everybody', 'Everyone must have one'],
  ],
  Dashboards: [
    ['member,dashboards:4', 'Acme has four dashboards'],
    ['member,no-dashboard', 'Acme has no dashboard'],
  ],
}

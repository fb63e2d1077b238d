import type { Handlers } from '../api/handler'
import { readAuditLog } from './audit-log'

export const auditLogHandlers = {
  getAuditLog: ({ services, caller, body }) => readAuditLog(services, caller.organisation, body),
} satisfies Partial<Handlers>

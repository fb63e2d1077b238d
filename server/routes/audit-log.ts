import { readAuditLog } from '../domain/audit-log'
import type { Handlers } from '../handler'

export const auditLogHandlers: Pick<Handlers, 'getAuditLog'> = {
  getAuditLog: ({ services, caller, body }) => readAuditLog(services, caller.organisation, body),
}

import type { Handlers } from '../http/handler'
import { readAuditLog } from './audit-log'

export const auditLogHandlers: Pick<Handlers, 'getAuditLog'> = {
  getAuditLog: ({ services, caller, body }) => readAuditLog(services, caller.organisation, body),
}

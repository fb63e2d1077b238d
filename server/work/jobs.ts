import type { SendMail } from '../mail/send-mail'
import type { Services } from '../services'
import { createHousekeepingJob } from './housekeeping'
import type { Job } from './job'
import { createMailboxJob, createMailJob } from './mail'
import { createReceiptJob } from './receipts'
import { createRefundJob } from './refunds'
import { createRenewalJob } from './renewals'
import { createCancellationJob, createCheckoutJob, createComparisonJob } from './subscriptions'

/**
 * @param send hands a mail to a mail server; null if mails are only captured.
 * @param random from 0 up to 1, for jitter.
 * @returns all jobs of the background work.
 */
export function createJobs(
  services: Services,
  send: SendMail | null,
  random: () => number = Math.random,
): Job[] {
  return [
    createCancellationJob(services, random),
    createCheckoutJob(services),
    createComparisonJob(services, random),
    createRenewalJob(services),
    createRefundJob(services, random),
    createReceiptJob(services, random),
    createHousekeepingJob(services, random),
    send ? createMailJob({ ...services, send, random }) : createMailboxJob(services),
  ]
}

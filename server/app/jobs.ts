import type { Services } from '../api/services'
import { mayMailCopy, noteRefusedCopy } from '../billing/buyer/copies'
import { createCancellationJob, createCheckoutJob, createComparisonJob } from '../billing/jobs'
import { withPapers } from '../billing/papers/papers'
import { createRenewalJob } from '../billing/plan/renewal-job'
import { createReceiptJob } from '../billing/receipts/job'
import { createRefundJob } from '../billing/refunds/job'
import { createMailboxJob, createMailJob } from '../mail/job'
import type { SendMail } from '../mail/send-mail'
import { createDeletionJob } from '../organisation/deletion-job'
import { createReportJob } from '../reports/job'
import { mayDeliver, recordDelivery } from '../reports/sending'
import type { Job } from '../work/job'
import { createHousekeepingJob } from './housekeeping-job'

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
    createDeletionJob(services),
    createReportJob(services, random),
    createHousekeepingJob(services, random),
    send
      ? createMailJob({
          ...services,
          send: async (mail) => send(await withPapers(services, mail)),
          random,
          mayGo: async (mail) =>
            (await mayDeliver(services, mail)) && (await mayMailCopy(services, mail)),
          async settled(mail, failure, isRefused) {
            await recordDelivery(services, mail, failure)
            if (isRefused) await noteRefusedCopy(services, mail)
          },
        })
      : createMailboxJob(services),
  ]
}

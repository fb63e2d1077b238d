/** Above this amount, in rupees, Indian banks ask the customer to approve each renewal. */
export const mostWithoutApproval = 15_000

import { installCheckout } from './checkout'

/**
 * The sandbox's checkout as a script for a page: it defines `window.Razorpay`. The function's own text
 * is served, so that it is written, checked and tested like all other code, on every host, without a
 * build of its own. (tsx wraps functions into calls of `__name`, which pages don't have.)
 */
export const checkoutScript = `(() => {
const __name = (value) => value;
(${installCheckout.toString()})();
})();
`

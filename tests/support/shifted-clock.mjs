// Loaded before the server: its clock goes ahead by as much as the parent process says, in ms.
let ahead = 0
const RealDate = Date
class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead)
    else super(...given)
  }
  static now() {
    return RealDate.now() + ahead
  }
}
globalThis.Date = ShiftedDate
process.on('message', (message) => {
  ahead = message.ahead
  process.send?.('done')
})
process.channel?.unref()

import Entities

extension Timestamp {
  /// Since 1970, as the index keeps moments. What is centuries away stands at the end of what fits.
  var wholeNanoseconds: Int64 {
    let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if isBeyond { return seconds < 0 ? .min : .max }
    let (sum, isTooMuch) = whole.addingReportingOverflow(Int64(nanoseconds))
    return isTooMuch ? .max : sum
  }

  init(wholeNanoseconds: Int64) {
    let (seconds, rest) = wholeNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self =
      rest < 0
      ? Timestamp(seconds: seconds - 1, nanoseconds: Int32(rest + 1_000_000_000))
      : Timestamp(seconds: seconds, nanoseconds: Int32(rest))
  }
}

/// Writes and reads numbers like JavaScript.
package enum NumberText {
  package static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int64(number))" }
    let text = "\(number)"
    guard let exponent = text.firstIndex(of: "e") else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let digits = text[..<exponent]
    return String(digits.hasSuffix(".0") ? digits.dropLast(2) : digits) + text[exponent...]
  }

  /// Returns nil if the text is not a number.
  package static func read(_ text: String) -> Double? {
    let trimmed = text.utf8.drop { $0 == 0x20 || $0 &- 9 < 5 }
    let bytes = trimmed.prefix(
      trimmed.count - trimmed.reversed().prefix { $0 == 0x20 || $0 &- 9 < 5 }.count)
    if bytes.isEmpty { return 0 }
    let isPlain = bytes.allSatisfy {
      (0x30...0x39).contains($0) || $0 == 0x2e || $0 == 0x2b || $0 == 0x2d || $0 | 0x20 == 0x65
    }
    guard isPlain else { return nil }
    return Double(String(Substring(bytes)))
  }

  /// Rounds to this number of decimal places; halves are rounded up.
  package static func rounded(_ number: Double, digits: Int) -> Double {
    var scale = 1.0
    for _ in 0..<abs(digits) { scale *= 10 }
    let scaled = digits < 0 ? number / scale : number * scale
    guard scaled.isFinite, abs(scaled) < 1e15 else { return number }
    // Like JavaScript's Math.round, which rounds a half up.
    let whole = (scaled + 0.5).rounded(.down)
    return digits < 0 ? whole * scale : whole / scale
  }

  package static func fixed(_ number: Double, digits: Int) -> String {
    let rounded =
      number < 0 ? -Self.rounded(-number, digits: digits) : Self.rounded(number, digits: digits)
    guard rounded.isFinite, abs(rounded) < 1e15 else { return text(number) }
    let parts = plain(rounded).split(separator: ".", omittingEmptySubsequences: false)
    guard digits > 0 else { return String(parts[0]) }
    let fraction = parts.count > 1 ? parts[1] : ""
    let shown = fraction.prefix(digits)
    return "\(parts[0])." + shown + String(repeating: "0", count: digits - shown.count)
  }

  /// Writes a number without an exponent.
  private static func plain(_ number: Double) -> String {
    if abs(number) >= 1e-4 || number == 0 { return text(number) }
    let whole = Int64((abs(number) * 1e15).rounded())
    let digits = "\(whole)"
    return (number < 0 ? "-" : "") + "0."
      + String(repeating: "0", count: max(0, 15 - digits.utf8.count)) + digits
  }
}

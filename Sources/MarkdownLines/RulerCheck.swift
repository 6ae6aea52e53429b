import Bytes

/// Looks for a ruler in a line, `* * *`, and remembers what speaks against one, so that a line of
/// thousands of list marks is read once.
package struct RulerCheck {
  var sign: UInt8 = 0
  var obstacle = 0

  package init() {}

  /// Whether the rest of the line from `start` on is a ruler.
  package mutating func isRuler(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Bool {
    let first = bytes[start]
    guard first == Byte.dash || first == Byte.star || first == Byte.underscore else { return false }
    if first == sign, start < obstacle { return false }
    var count = 0
    for index in start..<stop {
      if bytes[index] == first {
        count += 1
      } else if !Byte.isBlank(bytes[index]) {
        sign = first
        obstacle = index
        return false
      }
    }
    return count >= 3
  }
}

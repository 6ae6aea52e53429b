/// Some days without a gap. Nil at an end: without end there.
package struct DaySpan: Hashable, Sendable {
  package var first: Day?
  package var last: Day?

  package init(_ first: Day?, _ last: Day?) {
    self.first = first
    self.last = last
  }

  package func contains(_ day: Day) -> Bool {
    (first.map { $0 <= day } ?? true) && (last.map { day <= $0 } ?? true)
  }
}

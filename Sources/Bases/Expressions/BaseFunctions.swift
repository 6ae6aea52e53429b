/// Which functions there are, and how many arguments each takes.
enum BaseFunctions {
  private static let any = 0...Int.max

  static let functions: [String: ClosedRange<Int>] = [
    "date": 1...1, "duration": 1...1, "escapeHTML": 1...1, "file": 1...1, "html": 1...1,
    "if": 2...3, "image": 1...1, "icon": 1...1, "link": 1...2, "list": 1...1, "max": 1...Int.max,
    "min": 1...Int.max, "now": 0...0, "number": 1...1, "random": 0...0, "today": 0...0,
  ]

  static let methods: [String: ClosedRange<Int>] = [
    "isTruthy": 0...0, "isType": 1...1, "toString": 0...0, "isEmpty": 0...0,
    "contains": 1...1, "containsAll": any, "containsAny": any, "endsWith": 1...1, "lower": 0...0,
    "replace": 2...2, "repeat": 1...1, "reverse": 0...0, "slice": 1...2, "split": 1...2,
    "startsWith": 1...1, "title": 0...0, "trim": 0...0,
    "abs": 0...0, "ceil": 0...0, "floor": 0...0, "round": 0...1, "toFixed": 1...1,
    "filter": 1...1, "flat": 0...0, "join": 0...1, "map": 1...1, "reduce": 2...2, "sort": 0...0,
    "unique": 0...0, "mean": 0...0,
    "format": 1...1, "date": 0...0, "time": 0...0, "relative": 0...0,
    "asFile": 0...0, "linksTo": 1...1, "asLink": 0...1, "hasLink": 1...1, "hasProperty": 1...1,
    "hasTag": 1...Int.max, "inFolder": 1...1, "keys": 0...0, "values": 0...0, "matches": 1...1,
  ]

  /// What is written now for functions that bases had before Obsidian 1.9.2.
  private static let older = ["not": "write !(…)", "concat": "write one + other"]

  static func check(function name: String, _ count: Int, at offset: Int) throws(BaseFault) {
    try check(name, in: functions, count, at: offset)
  }

  static func check(method name: String, _ count: Int, at offset: Int) throws(BaseFault) {
    try check(name, in: methods, count, at: offset)
  }

  private static func check(
    _ name: String, in table: [String: ClosedRange<Int>], _ count: Int, at offset: Int
  ) throws(BaseFault) {
    guard let range = table[name] else {
      let near = table.keys.first { $0.lowercased() == name.lowercased() }
      let hint =
        near.map { "\($0)() is meant?" }
        ?? older[name] ?? (methods[name] == nil ? nil : "write it behind a value: x.\(name)()")
      throw BaseFault(
        offset: offset, reason: "there is no function \(name)()" + (hint.map { "; \($0)" } ?? ""))
    }
    guard !range.contains(count) else { return }
    let least = range.lowerBound
    let wanted =
      range.upperBound == Int.max
      ? "\(least) or more"
      : least == range.upperBound ? "\(least)" : "\(least) or \(range.upperBound)"
    throw BaseFault(
      offset: offset, reason: "\(name)() takes \(wanted) arguments, and \(count) are given")
  }
}

import CNcurses
import Terminal

/// The keys of the terminal at hand, as its terminfo entry describes them.
@MainActor
enum KeyStrings {
  private static let plain: [(String, Key)] = [
    ("kcuu1", "Up"), ("kcud1", "Down"), ("kcub1", "Left"), ("kcuf1", "Right"),
    ("khome", "Home"), ("kend", "End"), ("kpp", "PgUp"), ("knp", "PgDn"),
    ("kich1", "Ins"), ("kdch1", "Del"), ("kent", "Enter"), ("kcbt", "S-Tab"),
    ("kri", "S-Up"), ("kind", "S-Down"), ("kLFT", "S-Left"), ("kRIT", "S-Right"),
    ("kHOM", "S-Home"), ("kEND", "S-End"), ("kPRV", "S-PgUp"), ("kNXT", "S-PgDn"),
    ("kIC", "S-Ins"), ("kDC", "S-Del"), ("kUP", "S-Up"), ("kDN", "S-Down"),
  ]

  /// Names that go on with a number for the modifiers: `kLFT5` is Left with Control.
  private static let numbered: [(String, Key.Code)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
    ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
  ]

  static func table() -> [[UInt8]: Key] {
    var table: [[UInt8]: Key] = [:]
    func add(_ name: String, _ key: Key) {
      guard let value = cncurses_string(name) else { return }
      let bytes = Array(String(cString: value).utf8)
      if table[bytes] == nil { table[bytes] = key }
    }
    for (name, key) in plain { add(name, key) }
    for number in 1...24 {
      // Beyond the keys there are, entries list F1 with Shift as F13: as xterm sends it, it is
      // Shift with F1 here.
      guard let value = cncurses_string("kf\(number)") else { continue }
      if number <= 12 || !String(cString: value).contains(";") {
        add("kf\(number)", Key(.function(number)))
      }
    }
    for (name, code) in numbered {
      for number in 3...8 {
        let bits = number - 1
        var modifiers = Key.Modifiers()
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 2 != 0 { modifiers.insert(.meta) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        add("\(name)\(number)", Key(code, modifiers))
      }
    }
    return table
  }
}

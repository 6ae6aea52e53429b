package import TextEngine

/// Vim's keys as tables, one for each mode.
package enum VimKeymap {
  package static let rules = KeyRules(first: "normal", [.init("normal", rows: [])])
}

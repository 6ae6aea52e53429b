@testable import TextEngine

/// A small part of vim's keys: it shows that modes, counts, registers, operators and objects need
/// nothing but rows.
enum VimKeys {
  static let rules = KeyRules(first: "normal", [normal, insert, visual, pending])

  private static let motions: [KeyRules.Row] = [
    .init(["h", "Left"], .motion(.leftInLine)), .init(["l", "Right"], .motion(.rightInLine)),
    .init(["j", "Down"], .motion(.lineDown)), .init(["k", "Up"], .motion(.lineUp)),
    .init(["w"], .motion(.nextWord)), .init(["b"], .motion(.wordLeft)),
    .init(["e"], .motion(.wordEnd)),
    .init(["0"], .motion(.lineStart)), .init(["^"], .motion(.lineText)),
    .init(["$"], .motion(.lineEnd)),
    .init(["g g"], .motion(.firstLine)), .init(["G"], .motion(.goToLine)),
    .init(["}"], .motion(.paragraphDown)),
    .init(["%"], .motion(.matchingBracket)),
    .init(["f"], .motion(.findRight), takesKey: true),
    .init(["t"], .motion(.tillRight), takesKey: true),
    .init(["F"], .motion(.findLeft), takesKey: true),
    .init(["T"], .motion(.tillLeft), takesKey: true),
  ]

  private static let objects: [KeyRules.Row] = [
    .init(["i w"], .object(.innerWord)), .init(["a w"], .object(.aroundWord)),
    .init(["i p"], .object(.innerParagraph)), .init(["a p"], .object(.aroundParagraph)),
    .init(["i (", "i b"], .object(.inner("("))), .init(["a (", "a b"], .object(.around("("))),
    .init(["i \""], .object(.inner("\""))), .init(["i *"], .object(.inner("*"))),
  ]

  private static let operators: [KeyRules.Row] = [
    .init(["d"], .operator(.delete, pending: "pending")),
    .init(["c"], .operator(.change, pending: "pending"), then: "insert"),
    .init(["y"], .operator(.yank, pending: "pending")),
    .init([">"], .operator(.shiftRight, pending: "pending")),
    .init(["<"], .operator(.shiftLeft, pending: "pending")),
    .init(["g U"], .operator(.makeUpper, pending: "pending")),
  ]

  private static let normal = KeyRules.Mode(
    "normal", takesCounts: true,
    rows: motions + operators + [
      .init(["i"], .nothing, then: "insert"), .init(["a"], .motion(.rightInLine), then: "insert"),
      .init(["A"], .motion(.lineEnd), then: "insert"),
      .init(["o"], .command(.openBelow), then: "insert"),
      .init(["O"], .command(.openAbove), then: "insert"), .init(["v"], .nothing, then: "visual"),
      .init(["x"], .operation(.delete, .motion(.rightInLine))),
      .init(["D"], .operation(.delete, .motion(.lineEnd))),
      .init(["C"], .operation(.change, .motion(.lineEnd)), then: "insert"),
      .init(["p"], .command(.pasteAfter)), .init(["P"], .command(.pasteBefore)),
      .init(["u"], .command(.undo)),
      .init(["C-r"], .command(.redo)), .init(["J"], .command(.joinLines)), .init(["\""], .register),
    ])

  private static let insert = KeyRules.Mode(
    "insert", title: "insert", typing: .type,
    rows: [
      .init(["Esc"], .motion(.leftInLine), then: "normal"), .init(["Enter"], .command(.newline)),
      .init(["Backspace"], .command(.deleteLeft)), .init(["C-w"], .command(.deleteWordLeft)),
    ])

  private static let visual = KeyRules.Mode(
    "visual", title: "visual", takesCounts: true, extends: true,
    rows: motions + objects + [
      .init(["d", "x"], .operator(.delete, pending: "pending"), then: "normal"),
      .init(["c"], .operator(.change, pending: "pending"), then: "insert"),
      .init(["y"], .operator(.yank, pending: "pending"), then: "normal"),
      .init(["U"], .operator(.makeUpper, pending: "pending"), then: "normal"),
      .init(["Esc"], .command(.singleCursor), then: "normal"),
    ])

  private static let pending = KeyRules.Mode(
    "pending", takesCounts: true, rows: motions + objects + operators)
}

extension CommandID {
  package static let type: Self = "type"
  package static let newline: Self = "newline"
  package static let openBelow: Self = "open-below"
  package static let insert: Self = "insert"
  package static let insertTab: Self = "insert-tab"
}

extension EditCommands {
  static let typing: [EditCommand] = [
    EditCommand(.type, "type", typeText),
    EditCommand(.insert, "put in a text as it is", insertText),
    EditCommand(.insertTab, "a tab character") { insert($0, [.tab]) },
    EditCommand(.newline, "new line; goes on with indent, list, quote and table") { context in
      newTableRow(context) ?? continueLine(context)
    },
    EditCommand(.openBelow, "new line below") { context in
      var moved = context
      moved.selections = context.selections.map {
        Selection(at: context.text.content(at: $0.head).upperBound)
      }
      return continueLine(moved)
    },
  ]

  /// Types over the selection; a bracket, quote or Markdown mark wraps it instead.
  private static func typeText(_ context: EditContext) -> TextChange? {
    let typed = context.adopted(Array(context.argument.utf8), at: context.selections.main.head)
    guard !typed.isEmpty else { return nil }
    if typed == [.bar], let change = rowByHand(context) { return change }
    if let pair = Wrapping(typed),
      context.selections.all.allSatisfy({ selection in
        !selection.isEmpty && !(pair.isMarkdown && context.isCode(selection.range.lowerBound))
      })
    {
      return wrap(context, pair)
    }
    let text = [[UInt8]](repeating: typed, count: context.times).flatMap { $0 }
    return typeBeyondWidth(context, text) ?? insert(context, text)
  }

  private static func insertText(_ context: EditContext) -> TextChange? {
    let text = context.adopted(Array(context.argument.utf8), at: context.selections.main.head)
    return text.isEmpty ? nil : insert(context, text)
  }

  private static func insert(_ context: EditContext, _ bytes: [UInt8]) -> TextChange? {
    let kind = context.selections.all.allSatisfy(\.isEmpty) ? UndoTree.Kind.typing : .other
    var draft = Draft(context)
    draft.replaceSelections { _, selection in DraftReplacement(selection.range, bytes) }
    return draft.change(kind)
  }

  private static func wrap(_ context: EditContext, _ pair: Wrapping) -> TextChange? {
    var draft = Draft(context)
    draft.replace(
      context.selections.all.flatMap {
        [
          DraftReplacement(at: $0.range.lowerBound, pair.open),
          DraftReplacement(at: $0.range.upperBound, pair.close),
        ]
      })
    return draft.change()
  }
}

/// A typed mark that wraps the selection.
struct Wrapping {
  let open: [UInt8]
  let close: [UInt8]
  /// Whether the mark only has a meaning in Markdown.
  var isMarkdown: Bool { open == [.star] || open == Array("_".utf8) }

  private static let pairs = [
    ("*", "*"), ("_", "_"), ("`", "`"), ("(", ")"), ("[", "]"), ("{", "}"),
    ("\"", "\""), ("'", "'"), ("“", "”"), ("‘", "’"), ("«", "»"), ("「", "」"), ("（", "）"),
  ]

  init?(_ typed: [UInt8]) {
    let mark = String(decoding: typed, as: UTF8.self)
    guard let pair = Self.pairs.first(where: { $0.0 == mark }) else { return nil }
    open = Array(pair.0.utf8)
    close = Array(pair.1.utf8)
  }
}

extension Rope {
  /// Returns the leading blanks of a line.
  func indent(ofLineAt offset: ByteOffset) -> [UInt8] {
    let line = content(at: offset)
    return bytes(in: line.lowerBound..<textStart(ofLineAt: offset))
  }
}

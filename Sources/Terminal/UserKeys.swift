/// The user's key bindings: a map from their keys to keys of the tables.
///
/// The tables stay unchanged. A pressed key is translated to the table's key, and help shows the
/// user's keys.
package struct UserKeys: Equatable, Sendable {
  /// The skipped lines, each with its reason.
  package private(set) var problems: [String] = []
  /// Lines in vim's syntax, such as `nmap jk <Esc>`, which the vim keymap parses.
  package private(set) var vimLines: [VimLine] = []
  private let path: String
  /// By table title: the meaning of each key; empty for a key without one.
  private var meanings: [String: [Key: [Key]]] = [:]
  /// By table title: the keys of each row, for display.
  private var shown: [String: [Int: [String]]] = [:]

  /// Keys of another editor. The user's own keys take precedence.
  package var added: AddedKeys?

  /// No bindings.
  package init() { path = "" }

  package struct VimLine: Equatable, Sendable {
    package var text: String
    package var number: Int
  }

  /// Parses lines of `screen command = key, key`, with comments after `#` at the start of a line.
  /// The problems name `path`.
  package init(_ bytes: [UInt8], for tables: [KeyTable], path: String) {
    self.path = path
    var changes: [Change] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do throws(Unreadable) {
        guard let content = try Self.content(of: line) else { continue }
        if Self.isOfVim(content) {
          vimLines.append(VimLine(text: String(content), number: index + 1))
          continue
        }
        let change = try Self.change(content, in: tables)
        changes.append(Change(row: change.row, keys: change.keys, line: index + 1))
      } catch {
        report(error.why, ofLine: index + 1)
      }
    }
    for table in tables { apply(changes.filter { $0.row.table == table.title }, to: table, path) }
  }

  /// No bindings, and the reason.
  package init(unreadable problem: String) {
    path = ""
    problems = [problem]
  }

  package mutating func report(_ why: String, ofLine number: Int) {
    problems.append("\(path), line \(number): \(why).")
  }

  /// Returns the meaning of a key on a screen: nil for the key itself, empty for none.
  package func meaning(of key: Key, in title: String) -> [Key]? { meanings[title]?[key] }

  package func meaning(of key: Key, in table: KeyTable) -> [Key]? {
    meaning(of: key, in: table.title) ?? added?.meaning(of: key, in: table).map { [$0] }
  }

  /// Returns a table with the user's keys.
  package func applied(to table: KeyTable) -> KeyTable {
    guard let rows = shown[table.title] else { return added?.applied(to: table) ?? table }
    let table = added?.keysApplied(to: table) ?? table
    var section: String?
    return table.with(
      table.rows.enumerated().compactMap { index, row in
        var row = row
        row.keys = rows[index] ?? row.keys
        // The heading moves to the next row that has a key.
        row.section = row.section ?? section
        section = row.keys.isEmpty ? row.section : nil
        return row.keys.isEmpty ? nil : row
      })
  }

  // MARK: - Reading

  private struct Unreadable: Error {
    var why: String
  }

  private struct RowLocation: Equatable {
    var table: String
    var row: Int
  }

  private struct Change {
    var row: RowLocation
    var keys: [Key]
    var line: Int
  }

  /// Returns a line without the blanks around it; nil if it is empty or a comment.
  private static func content(of line: ArraySlice<UInt8>) throws(Unreadable) -> Substring? {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw Unreadable(why: "it is not UTF-8")
    }
    var content = text.drop(while: isBlank)
    while content.last.map(isBlank) == true { content.removeLast() }
    return content.isEmpty || content.first == "#" || content.first == "\"" ? nil : content
  }

  private static func isBlank(_ character: Character) -> Bool {
    character.isWhitespace || character == "\u{feff}"
  }

  /// Whether the line begins like one of vim's: `nnoremap`, `iunmap`, `map!`, `let`, `set`.
  private static func isOfVim(_ content: Substring) -> Bool {
    let word = content.prefix { $0.isLetter }
    guard content.dropFirst(word.count).first.map({ isBlank($0) || $0 == "!" }) ?? true else {
      return false
    }
    if ["let", "set", "ab", "una"].contains(word) { return true }
    return ["map", "mapclear", "abbrev", "abbreviate", "iab", "cab", "abclear"]
      .contains { word.hasSuffix($0) }
  }

  private static func change(
    _ content: Substring, in tables: [KeyTable]
  ) throws(Unreadable) -> (row: RowLocation, keys: [Key]) {
    // The name cannot contain a `=`, but a key can be one.
    guard let equals = content.firstIndex(of: "=") else {
      throw Unreadable(why: "“\(content)” is not of the form “screen command = key, key”")
    }
    let name = content[..<equals].split(whereSeparator: isBlank).joined(separator: " ")
    let row = try row(named: name, in: tables)
    let words = content[content.index(after: equals)...].split { $0 == "," || isBlank($0) }
    if words.isEmpty { throw Unreadable(why: "it names no key; “none” takes all away") }
    if words == ["none"] { return (row, []) }
    var keys: [Key] = []
    for word in words {
      let name = word == "Comma" ? "," : String(word)
      guard let key = Key(name: name) else {
        throw Unreadable(
          why: "“\(word)” is not a key. Keys are a, C-a, M-a, F5, Enter, PgDn, Comma")
      }
      keys.append(key)
    }
    return (row, keys)
  }

  /// Finds the row of a command, which follows the title of its screen, as `notes-tui keys` prints
  /// them.
  private static func row(
    named written: String, in tables: [KeyTable]
  ) throws(Unreadable) -> RowLocation {
    let wanted = slug(written)
    var titled: [KeyTable] = []
    for table in tables {
      let title = slug(table.title)
      guard wanted.hasPrefix(title + "-") else { continue }
      titled.append(table)
      let command = wanted.dropFirst(title.count + 1)
      if let row = table.rows.firstIndex(where: { slug($0.summary) == command }) {
        return RowLocation(table: table.title, row: row)
      }
    }
    guard let table = titled.last else {
      let titles = tables.map(\.title).joined(separator: ", ")
      throw Unreadable(why: "no place begins “\(written)”. There are \(titles)")
    }
    throw Unreadable(
      why: "\(table.title) has no such command as “\(written)”; “notes-tui keys” lists them")
  }

  /// Joins the words of letters and digits with hyphens, in lower case.
  private static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  // MARK: - Applying

  /// The last line for a command wins. No key may have two meanings.
  private mutating func apply(_ changes: [Change], to table: KeyTable, _ path: String) {
    var keys: [Int: [Key]] = [:]
    let typesText = table.typesText
    let changed = Set(changes.map(\.row.row))
    var owners: [Key: Int] = [:]
    for (row, line) in table.rows.enumerated() where !changed.contains(row) {
      for name in line.keys { if let key = Key(name: name) { owners[key] = row } }
    }
    for row in changed.sorted() {
      guard let change = changes.last(where: { $0.row.row == row }) else { continue }
      var accepted: [Key] = []
      for key in change.keys where !accepted.contains(key) {
        if typesText, key.typed != nil {
          problems.append(
            "\(path), line \(change.line): \(key.name) is typed as text in \(table.title); "
              + "take one with C- or M-, or F1 to F12.")
        } else if let owner = owners[key] {
          problems.append(
            "\(path), line \(change.line): in \(table.title) \(key.name) means “"
              + "\(table.rows[owner].summary)” already; give that another key first.")
        } else {
          owners[key] = row
          accepted.append(key)
        }
      }
      // A command whose new keys were all refused keeps its old ones.
      if accepted.isEmpty, !change.keys.isEmpty { continue }
      keys[row] = accepted
    }
    guard !keys.isEmpty else { return }
    var meaning: [Key: [Key]] = [:]
    for row in keys.keys {
      for name in table.rows[row].keys { if let key = Key(name: name) { meaning[key] = [] } }
    }
    for (row, own) in keys {
      guard let meant = table.rows[row].keys.lazy.compactMap(Self.sequence).first else { continue }
      for key in own { meaning[key] = [key] == meant ? nil : meant }
    }
    meanings[table.title] = meaning
    shown[table.title] = keys.mapValues { $0.map(\.name) }
  }

  /// Parses the keys of a row: a single one, or a sequence.
  private static func sequence(_ text: String) -> [Key]? {
    let names = text.split(separator: " ")
    let keys = names.compactMap { Key(name: String($0)) }
    return keys.isEmpty || keys.count < names.count ? nil : keys
  }
}

/// Additional keys of lists and fields, for users of another editor.
///
/// Each means a key of the tables. Where a table has that key and does not use the new one, both do
/// the same. Help shows them too.
package struct AddedKeys: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    var keys: [Key]
    var like: Key
    /// Whether the key also works where text is typed.
    var isInFields: Bool
    /// Whether the key replaces the table's own meaning while a filter is active: `n` goes to the
    /// next match.
    var winsInFilter: Bool

    package init(
      _ keys: [Key], like: Key, isInFields: Bool = false, winsInFilter: Bool = false
    ) {
      self.keys = keys
      self.like = like
      self.isInFields = isInFields
      self.winsInFilter = winsInFilter
    }
  }

  private let rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  package static let vim = AddedKeys([
    Row(["C-f"], like: "PgDn"), Row(["C-b"], like: "PgUp"), Row(["C-n"], like: "Down"),
    Row(["n"], like: "F3", winsInFilter: true), Row(["N"], like: "S-F3", winsInFilter: true),
    Row(["n"], like: "Down", winsInFilter: true), Row(["N"], like: "Up", winsInFilter: true),
    Row(["C-]"], like: "Enter"),
  ])

  package static let emacs = AddedKeys([
    Row(["C-n"], like: "Down", isInFields: true), Row(["C-p"], like: "Up", isInFields: true),
    Row(["C-v"], like: "PgDn", isInFields: true), Row(["M-v"], like: "PgUp", isInFields: true),
    Row(["M-<"], like: "Home"), Row(["M->"], like: "End"), Row(["C-s"], like: "/"),
    Row(["C-s"], like: "F3", isInFields: true), Row(["C-r"], like: "S-F3", isInFields: true),
    Row(["C-g"], like: "Esc", isInFields: true),
  ])

  /// Returns the meaning of a key on a screen; nil for the key itself.
  package func meaning(of key: Key, in table: KeyTable) -> Key? {
    if table.isOfKeymap { return nil }
    for row in rows where row.keys.contains(key) && holds(row, key, in: table) { return row.like }
    return nil
  }

  private func holds(_ row: Row, _ key: Key, in table: KeyTable) -> Bool {
    guard table.has(row.like), row.isInFields || !table.typesText else { return false }
    return !table.has(key) || row.winsInFilter && table.isFiltered
  }

  /// Returns a table with these keys, without the rows that lost their last key.
  package func applied(to table: KeyTable) -> KeyTable {
    if table.isOfKeymap { return table }
    return table.with(keysApplied(to: table).rows.filter { !$0.keys.isEmpty })
  }

  /// Returns a table with these keys and all rows in their order.
  func keysApplied(to table: KeyTable) -> KeyTable {
    if table.isOfKeymap { return table }
    var shown = table.rows
    for row in rows {
      for key in row.keys where meaning(of: key, in: table) == row.like {
        for index in shown.indices {
          shown[index].keys.removeAll { $0 == key.name }
          if shown[index].keys.contains(row.like.name) { shown[index].keys.append(key.name) }
        }
      }
    }
    return table.with(shown)
  }
}

extension KeyTable {
  fileprivate func has(_ key: Key) -> Bool {
    let name = key.name
    return rows.contains { $0.keys.contains(name) }
  }
}

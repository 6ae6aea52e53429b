/// List items of Markdown, by their signs and indents.
struct VimItems {
  struct Item: Equatable {
    var line: Int
    var indent: Int
    /// Where its text begins, behind the sign and the box.
    var textStart: Int
  }

  let text: VimText

  /// The item that a line belongs to.
  func item(at number: Int) -> Item? {
    if let own = item(onLine: number) { return own }
    var line = number
    var indent = text.isBlank(number) ? Int.max : self.indent(of: text.line(number))
    while line > 0, indent > 0 {
      line -= 1
      if text.isBlank(line) { continue }
      if let item = item(onLine: line), item.indent < indent { return item }
      indent = min(indent, self.indent(of: text.line(line)))
    }
    return nil
  }

  /// The line of the item that one is below.
  func parent(of item: Item) -> Int? {
    for line in stride(from: item.line - 1, through: 0, by: -1) {
      if text.isBlank(line) { continue }
      if let other = self.item(onLine: line) {
        if other.indent < item.indent { return line }
      } else if indent(of: text.line(line)) == 0 {
        return nil
      }
    }
    return nil
  }

  /// The last line of what is below an item; blank lines at the end do not belong to it.
  func lastLine(of item: Item) -> Int {
    var last = item.line
    var line = item.line + 1
    while line <= text.lastLine {
      if !text.isBlank(line) {
        if indent(of: text.line(line)) <= item.indent { break }
        last = line
      }
      line += 1
    }
    return last
  }

  private func indent(of line: [UInt8]) -> Int {
    line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  /// `- `, `* `, `+ `, `1. `, `1) `, and a box behind it.
  private func item(onLine number: Int) -> Item? {
    let line = text.line(number)
    let indent = indent(of: line)
    var column = indent
    let digits = line[column...].prefix { $0 >= 0x30 && $0 <= 0x39 }.count
    let signs = digits > 0 ? ".)" : "-*+"
    column += digits
    guard column < line.count, signs.utf8.contains(line[column]) else { return nil }
    column += 1
    if column < line.count, line[column] != UInt8(ascii: " ") { return nil }
    let hasBox =
      column + 3 < line.count && line[column + 1] == UInt8(ascii: "[")
      && line[column + 3] == UInt8(ascii: "]")
    if hasBox { column += 4 }
    while column < line.count, line[column] == UInt8(ascii: " ") { column += 1 }
    return Item(line: number, indent: indent, textStart: column)
  }
}

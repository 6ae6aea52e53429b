import Bytes
package import Entities

/// The plugin's settings for a board, from the block at the note's end. They are never written.
package struct BoardSettings: Equatable, Sendable {
  /// The width of a column in cells.
  package var columnWidth: Int?
  /// Whether each card shows a check box.
  package var showsBoxes = false
  package var hidesCounts = false
  /// Whether new cards are added above the others.
  package var addsAbove = false
  /// The folder for notes that are created from a card's link.
  package var newNoteFolder: NotePath?
  /// The date that is added to a card's words when it is archived.
  var archiveStamp: Stamp?

  struct Stamp: Equatable, Sendable {
    var format: String
    var separator: String
    /// Whether the date comes after the words.
    var isBehind: Bool

    func marking(_ words: [UInt8], at moment: CivilTime) -> [UInt8] {
      let date = DateFormat(format).text(of: moment)
      var parts = [date, separator].filter { !$0.isEmpty }.map { Array($0.utf8) }
      if isBehind { parts.reverse() }
      parts.insert(words, at: isBehind ? 0 : parts.count)
      return Array(parts.filter { !$0.isEmpty }.joined(separator: [0x20]))
    }
  }

  package init() {}

  /// Reads the settings as they are written: JSON between fences.
  init(_ text: some Collection<UInt8>) {
    guard let open = text.firstIndex(of: UInt8(ascii: "{")),
      case .object(let set)? = JSONReader.value(
        of: Array(text[open...].prefix(while: { $0 != Byte.backtick })))
    else { return }
    func isOn(_ name: String) -> Bool { set[name] == .bool(true) }
    func words(_ name: String) -> String? {
      set[name]?.text.flatMap { $0.utf8.count <= 100 ? $0 : nil }
    }
    if case .number(let pixels)? = set["lane-width"], let width = Double(pixels) {
      // Converts pixels to cells of a usual font size.
      columnWidth = Int(min(max(width / 8, 12), 500))
    }
    showsBoxes = isOn("show-checkboxes")
    hidesCounts = isOn("hide-card-count")
    if let parts = words("new-note-folder")?.split(separator: "/"), !parts.isEmpty,
      parts.allSatisfy({ !$0.hasPrefix(".") })
    {
      newNoteFolder = NotePath(parts.joined(separator: "/"))
    }
    addsAbove = words("new-card-insertion-method")?.hasPrefix("prepend") == true
    if isOn("archive-with-date") {
      let usual = "\(words("date-format") ?? "YYYY-MM-DD") \(words("time-format") ?? "HH:mm")"
      archiveStamp = Stamp(
        format: words("archive-date-format") ?? usual,
        separator: Byte.onOneLine(words("archive-date-separator") ?? "").isEmpty
          ? "" : words("archive-date-separator") ?? "",
        isBehind: isOn("append-archive-date"))
    }
  }
}

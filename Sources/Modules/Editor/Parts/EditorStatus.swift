/// The state of the text, for the title line.
struct EditorStatus {
  var isDirty: Bool
  var isNew: Bool
  var words: Int?
  var megabytes: Int
  /// `12:5`
  var position: String?
  /// The count of selected words.
  var selected: Int?
  var recordsMacro = false

  /// The status of a pane without the keys: no counts, which fit only one of two panes.
  var short: String {
    var short = self
    (short.words, short.selected, short.megabytes) = (nil, nil, 0)
    return short.text
  }

  var text: String { (recordsMacro ? "recording  " : "") + state }

  private var state: String {
    let saved = isDirty ? "modified" : isNew ? "new" : "saved"
    return [position, size, saved].compactMap(\.self).joined(separator: " · ")
  }

  private var size: String? {
    if let selected {
      return words.map { "\(selected) of \(Self.count($0))" }
        ?? "\(Self.count(selected)) selected"
    }
    guard let words else { return megabytes > 0 ? "\(megabytes) MB" : nil }
    // What most people read silently in a minute.
    return "\(Self.count(words)), \((words + 199) / 200) min"
  }

  private static func count(_ words: Int) -> String { words == 1 ? "1 word" : "\(words) words" }
}

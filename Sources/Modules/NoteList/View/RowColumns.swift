/// How a row of the list shares its width: a sign, the title, the snippet and, where there is
/// room, the date.
struct RowColumns: Equatable {
  let title = 2
  let titleWidth: Int
  let snippet: Int
  let snippetWidth: Int
  let showsDate: Bool
  /// Where the date ends.
  let end: Int

  init(width: Int) {
    end = width - 1
    showsDate = width >= 64
    if width < 32 {
      titleWidth = max(0, width - 3)
      snippet = 2 + titleWidth
      snippetWidth = 0
      return
    }
    let column = min(40, width * 27 / 100)
    titleWidth = column - 1
    snippet = 2 + column
    snippetWidth = max(0, (showsDate ? end - 12 : end) - snippet)
  }
}

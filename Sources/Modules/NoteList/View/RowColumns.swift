/// How a row of the list shares its width: a sign, the title with the file's name where
/// that is another one, the snippet and, where there is
/// room, the date and before it the tags. By its title a note is told from others: that comes first.
struct RowColumns: Equatable {
  /// A narrower row has better use for the room.
  private static let roomForTags = 95

  let title = 2
  let titleWidth: Int
  let snippet: Int
  let snippetWidth: Int
  let showsDate: Bool
  /// 0 where they are not shown.
  let tags: Int
  let tagsWidth: Int
  /// Where the date ends.
  let end: Int

  init(width: Int) {
    end = width - 1
    showsDate = width >= 64
    if width < 32 {
      titleWidth = max(0, width - 3)
      snippet = 2 + titleWidth
      snippetWidth = 0
      (tags, tagsWidth) = (0, 0)
      return
    }
    let column = min(48, width * (showsDate ? 42 : 58) / 100)
    titleWidth = column - 1
    snippet = 2 + column
    let text = showsDate ? end - 12 : end
    tagsWidth = width >= Self.roomForTags ? min(28, width / 6) : 0
    tags = text - tagsWidth
    snippetWidth = max(0, (tagsWidth > 0 ? tags - 2 : text) - snippet)
  }
}

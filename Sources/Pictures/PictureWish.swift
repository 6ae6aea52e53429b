package import Markdown

/// A picture, drawn into no more than so many cells.
package struct PictureWish: Hashable, Sendable {
  package var picture: RenderedPicture
  package var columns: Int
  package var rows: Int

  package init(picture: RenderedPicture, columns: Int, rows: Int) {
    (self.picture, self.columns, self.rows) = (picture, columns, rows)
  }
}

/// What came of it.
package enum DrawnPicture: Equatable, Sendable {
  case cells([[RenderedRow.Run]])
  /// What is to be said of it: “is not in the vault”.
  case problem(String)
}

package import Markdown

/// A picture and the largest number of cells for it.
package struct PictureRequest: Hashable, Sendable {
  package var picture: RenderedPicture
  package var columns: Int
  package var rows: Int

  package init(picture: RenderedPicture, columns: Int, rows: Int) {
    (self.picture, self.columns, self.rows) = (picture, columns, rows)
  }
}

package enum DrawnPicture: Equatable, Sendable {
  case cells([[RenderedRow.Run]])
  /// The message about it: “is not in the vault”.
  case problem(String)
}

package import Entities

/// The user's bookmarks in another program, from top to bottom.
package struct Bookmarks: Equatable, Sendable {
  package var rows: [Bookmark]
  /// The reason that none could be read, as a message.
  package var problem: String?

  package init(_ rows: [Bookmark] = [], problem: String? = nil) {
    (self.rows, self.problem) = (rows, problem)
  }

  /// The files that are bookmarked as a whole.
  package var files: Set<String> {
    Set(
      rows.compactMap { row in
        if case .file(let path, nil) = row.target { path.text } else { nil }
      })
  }
}

package struct Bookmark: Equatable, Sendable {
  package enum Target: Equatable, Sendable {
    /// A file, or its heading or block, as a link names it after `#`.
    case file(NotePath, part: String?)
    case folder(NotePath)
    case search(String)
    case address(String)
    case group
    /// A kind of bookmark that this program cannot open.
    case foreign
    /// A bookmark without this member, which its kind needs.
    case incomplete(String)
  }

  /// The other program's name for the kind.
  package var kind: String
  package var title: String?
  package var target: Target
  /// The number of groups around it.
  package var depth: Int

  package init(kind: String, title: String? = nil, _ target: Target, depth: Int = 0) {
    (self.kind, self.title, self.target, self.depth) = (kind, title, target, depth)
  }

  /// The bookmarked file or folder, which must exist.
  package var path: NotePath? {
    switch target {
    case .file(let path, _), .folder(let path): path
    case .search, .address, .group, .foreign, .incomplete: nil
    }
  }
}

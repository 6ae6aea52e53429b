package import Entities

/// What a person has bookmarked in another program, from top to bottom.
package struct Bookmarks: Equatable, Sendable {
  package var rows: [Bookmark]
  /// Why nothing could be read, as a message.
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
    /// Nil: the whole file. Else a heading or a block of it, as a link names it behind its `#`.
    case file(NotePath, part: String?)
    case folder(NotePath)
    case search(String)
    case address(String)
    case group
    /// Of a kind that nothing here opens.
    case foreign
    /// It lacks this member, which its kind needs.
    case incomplete(String)
  }

  /// As the other program calls it.
  package var kind: String
  package var title: String?
  package var target: Target
  /// In how many groups it is.
  package var depth: Int

  package init(kind: String, title: String? = nil, _ target: Target, depth: Int = 0) {
    (self.kind, self.title, self.target, self.depth) = (kind, title, target, depth)
  }

  /// The file or folder that has to be there.
  package var path: NotePath? {
    switch target {
    case .file(let path, _), .folder(let path): path
    case .search, .address, .group, .foreign, .incomplete: nil
    }
  }
}

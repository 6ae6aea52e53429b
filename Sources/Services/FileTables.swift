package import Entities

/// All files of a vault at one moment, for tables of them.
package protocol FileTables: Sendable {
  func table() async throws(NoteIndexError) -> any FileTable
}

/// Files by their numbers, in the order of their paths: notes and all others. Asking may wait for the
/// disk.
package protocol FileTable: Sendable {
  var rows: [FileRow] { get }
  /// The file of this path.
  func file(at path: NotePath) -> Int?
  /// The file that a name or a path means, as a link in `source` has it.
  func file(named target: String, from source: Int?) -> Int?
  /// The files with a link to this one, in their order.
  func sources(ofLinksTo file: Int) -> [Int]
  /// The lines of a note's front matter, without those of `---`; empty where it has none.
  func frontMatter(of file: Int) -> [UInt8]
}

package struct FileRow: Sendable {
  package struct Link: Sendable {
    /// As written, without what is shown for it.
    package var target: String
    package var isEmbed: Bool

    package init(target: String, isEmbed: Bool) {
      self.target = target
      self.isEmbed = isEmbed
    }
  }

  package var path: NotePath
  package var size: Int
  package var created: Timestamp
  package var modified: Timestamp
  /// Without `#`.
  package var tags: [String] = []
  /// Within the vault.
  package var links: [Link] = []

  package init(path: NotePath, size: Int, created: Timestamp, modified: Timestamp) {
    self.path = path
    self.size = size
    self.created = created
    self.modified = modified
  }
}

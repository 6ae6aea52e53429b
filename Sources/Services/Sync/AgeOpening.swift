package import Entities

/// The files of an encrypted vault that is unlocked, as a sync opens, merges and names them.
///
/// Their paths are those that git has: they tell nothing. What they hold begins with a line that says
/// where in the vault the note is.
package protocol AgeOpening: Sendable {
  /// What the file holds; nil where it is none of the vault's, or is closed with another key.
  func open(_ path: NotePath, _ bytes: [UInt8]) throws -> [UInt8]?
  /// Each time another file comes of it: age never writes the same twice.
  func close(_ path: NotePath, _ plain: [UInt8]) throws -> [UInt8]
  /// Where in the vault the note is, as a person knows it; nil where `open` answers nil. Of a large file
  /// only the beginning is opened.
  func place(of path: NotePath, _ bytes: [UInt8]) -> NotePath?
  /// The path of one more file, which no other has.
  func newPath() -> NotePath
}

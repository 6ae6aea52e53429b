package import Entities
package import Services
package import VaultSettings

/// Copies files into a vault's attachment folder and writes the links to them.
///
/// ```swift
/// let attached = try await attaching.attach(outside.path(typed: "~/photo.png"), to: note)
/// ```
package struct FileAttaching: Sendable {
  package let outside: any OutsideFiles
  private let store: any NoteStore
  private let links: any NoteLinks
  private let foreign: any ForeignSettings

  package struct Attached: Equatable, Sendable {
    package var file: NoteID
    package var link: String
    /// Whether the file was copied, because no file of this name had the same bytes.
    package var isNew: Bool

    package init(file: NoteID, link: String, isNew: Bool) {
      (self.file, self.link, self.isNew) = (file, link, isNew)
    }
  }

  package init(
    _ outside: any OutsideFiles, store: any NoteStore, links: any NoteLinks,
    foreign: any ForeignSettings
  ) {
    (self.outside, self.store, self.links, self.foreign) = (outside, store, links, foreign)
  }

  package func check(_ path: NotePath) throws(NoteStoreError) {
    let name = path.name.bytes
    guard String(validating: name, as: UTF8.self) != nil else {
      throw .failed(
        path, action: "attach", reason: "its name is not text; give it another one first")
    }
    if name.first == UInt8(ascii: ".") {
      throw .failed(path, action: "attach", reason: "hidden files are not part of a vault")
    }
    try outside.check(path)
  }

  /// Attaches a file. It never replaces another one: if the name is taken, the copy gets a number.
  package func attach(
    _ path: NotePath, to note: NoteID
  ) async throws(NoteStoreError) -> Attached {
    try check(path)
    let bytes = try await outside.read(path)
    let folder = await foreign.obsidian().attachmentFolder(of: note)
    var (file, isNew) = (NoteID(path), false)
    for candidate in NoteFileName.numbered(path.name.bytes) {
      file = NoteID(folder.appending(NotePath(bytes: candidate)))
      isNew = try await isFree(file)
      if isNew {
        do throws(NoteStoreError) {
          _ = try await store.create(bytes, at: file)
        } catch .changedOutside {
          // Another program took the name just now.
          isNew = false
        }
      }
      if isNew { break }
      if try await holds(bytes, file) { break }
    }
    return Attached(file: file, link: await link(to: file, from: note), isNew: isNew)
  }

  /// Returns a link to the file, with a `!` if the note shows the file itself.
  package func link(to file: NoteID, from note: NoteID) async -> String {
    let links = try? await links.newLinks(to: [NewLinkTarget(note: file)], from: note)
    let link = links?.first?.text ?? "[[\(file.path.text)]]"
    return (file.path.isMedia ? "!" : "") + link
  }

  private func isFree(_ file: NoteID) async throws(NoteStoreError) -> Bool {
    do throws(NoteStoreError) {
      _ = try await store.open(file)
      return false
    } catch {
      switch error {
      case .notFound: return true
      case .notAFile, .linkLeadsOutside, .tooLarge, .locked: return false
      default: throw error
      }
    }
  }

  private func holds(_ bytes: [UInt8], _ file: NoteID) async throws(NoteStoreError) -> Bool {
    guard let reading = try? await store.open(file), reading.seen.size == bytes.count else {
      return false
    }
    return try await store.read(file).bytes == bytes
  }
}

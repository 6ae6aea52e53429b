import Bytes
import Entities
import Services

/// Completes the path of a note, a folder or an attachment: in the note's folder, and if there is none,
/// from the top of the vault.
///
/// It reads folders: never use it on the main actor.
struct FileNameLookup: Sendable {
  let files: any VaultFiles
  /// The folder of the note in the editor.
  let folder: NotePath

  private static let most = 200

  /// Returns paths that begin as typed, folders with a slash at their end.
  func names(beginning typed: String) -> [String] {
    let slash = typed.lastIndex(of: "/")
    let head = slash.map { typed[...$0] } ?? ""
    let tail = Array(typed[(slash.map { typed.index(after: $0) } ?? typed.startIndex)...].utf8)
    let isFromTop = head.hasPrefix("/")
    for base in isFromTop ? [NotePath("")] : [folder, NotePath("")] {
      guard let path = Self.path(head, from: base) else { continue }
      let found = names(in: path, beginning: tail)
      if !found.isEmpty { return found.prefix(Self.most).map { head + $0 } }
    }
    return []
  }

  /// Resolves `.` and `..`; nil above the top of the vault.
  private static func path(_ head: Substring, from base: NotePath) -> NotePath? {
    var parts = base.bytes.split(separator: Byte.slash).map(Array.init)
    for part in head.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(Array(part.utf8))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return NotePath(bytes: Array(parts.joined(separator: [Byte.slash])))
  }

  private func names(in folder: NotePath, beginning start: [UInt8]) -> [String] {
    let survey = files.survey(of: [folder])
    let notes = survey.entries.map { survey.path(of: $0) }.filter { $0.folder == folder }
    let others = files.attachments().filter { $0.folder == folder }
    let folders = survey.unread.map(\.name.text).map { $0 + "/" }
    let names = Set((notes + others).map(\.name.text) + folders)
    // A name that is not UTF-8 cannot be typed.
    return names.filter { $0.utf8.starts(with: start) && !$0.contains("\u{fffd}") }.sorted()
  }
}

import Entities
import Files

/// A file of a plain vault, or one that is to become a file of it.
struct PlainFile: Equatable, Sendable {
  /// Where it lies, from the vault's root.
  var path: NotePath
  var facts: FileFacts
  /// Nil for what is not in the trash.
  var trashed: TrashedPlace?

  /// Where its note belongs.
  var place: NotePath { trashed?.original ?? path }
  var isTrashed: Bool { trashed != nil }
}

/// What is known of a file in the trash.
struct TrashedPlace: Equatable, Sendable {
  var original: NotePath
  var moment: Timestamp
}

/// All that a plain vault holds, and what is in the way of encrypting it.
struct PlainSurvey {
  var files: [PlainFile] = []
  /// Every folder but the root, those above before those below.
  var folders: [NotePath] = []
  /// What begins with a dot and is no part of the vault.
  var leftAlone: [NotePath] = []
  /// Files of our own that a killed run left behind.
  var leftovers: [NotePath] = []
  /// Whole sentences, without a stop.
  var refusals: [String] = []

  var bytes: Int { files.reduce(0) { $0 + $1.facts.size } }
}

extension NotePath {
  static let top = NotePath(bytes: [])
  static let trash = NotePath(".trash")
  static let origins = NotePath(".trash/.origin")
  static let own = NotePath(".notes-tui")

  /// For messages: the root has no name of its own.
  var named: NotePath { bytes.isEmpty ? NotePath("the vault's folder") : self }

  /// Whether it names something in a folder, by plain steps, none of which begins with a dot.
  var isFitForNote: Bool {
    bytes.split(separator: slash, omittingEmptySubsequences: false).allSatisfy { name in
      !name.isEmpty && !name.contains(0) && name.first != UInt8(ascii: ".") && name.count <= 255
    }
  }
}

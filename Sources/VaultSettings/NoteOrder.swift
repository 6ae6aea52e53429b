/// In which order notes are listed.
package enum NoteOrder: String, Sendable, CaseIterable {
  /// Latest first.
  case modified
  case created
  /// From A to Z.
  case title
  /// By the files' names, without their folders, from A to Z.
  case name

  package var isByAlphabet: Bool { self == .title || self == .name }
}

extension SettingValues {
  /// The order of lists that nobody put in another one.
  package var listOrder: NoteOrder {
    self[.listOrder].flatMap { NoteOrder(rawValue: $0) } ?? .modified
  }
}

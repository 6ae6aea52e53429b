package import Entities
package import OpenVault
package import Services

/// The use case of a note with what it links to, within a size: for people who paste it into a
/// model, and for agents.
///
/// The note itself comes first, cut if it is too long; then the notes that it links to, in the order
/// of the links, those that are fewer links away first. A note that does not fit as a whole is only
/// named. Locked notes are left out.
package struct ContextCases: Sendable {
  /// More notes are not followed.
  package static let mostNotes = 1000

  private let store: any NoteStore
  private let links: any NoteLinks

  package init(_ vault: VaultServices) {
    (store, links) = (vault.store, vault.queries.links)
  }

  /// `limit` is in bytes of text. `isShown` decides which notes exist for the caller.
  package func context(
    of note: NoteID, depth: Int, limit: Int, isShown: (NoteID) -> Bool = { _ in true }
  ) async throws(ContextFailure) -> NoteContext {
    var context = NoteContext()
    var known: Set = [note]
    var level = [note]
    for distance in 0...max(0, depth) {
      for id in level {
        if Task.isCancelled { throw .index(.cancelled) }
        try await add(id, distance, &context, limit)
      }
      guard distance < depth else { break }
      var next: [NoteID] = []
      for id in level {
        for target in try await targets(of: id)
        where known.count < Self.mostNotes && isShown(target) && known.insert(target).inserted {
          next.append(target)
        }
      }
      level = next
    }
    return context
  }

  private func targets(of note: NoteID) async throws(ContextFailure) -> [NoteID] {
    return try await rethrow(
      await links.links(from: note).compactMap(\.target).filter {
        $0.path.isOfNote && !$0.path.isLocked
      }, as: ContextFailure.index)
  }

  private func add(
    _ note: NoteID, _ distance: Int, _ context: inout NoteContext, _ limit: Int
  ) async throws(ContextFailure) {
    let left = max(0, limit - context.size)
    do throws(NoteStoreError) {
      let title = try await store.summary(of: note).title
      let start = try await store.beginning(of: note, atMost: left + 1)
      let isCut = start.count > left
      if isCut, distance > 0 {
        context.more.append(NoteContext.Named(note: note, title: title))
        return
      }
      context.parts.append(
        NoteContext.Part(
          note: note, title: title, distance: distance,
          text: isCut ? Self.wholeLines(start.prefix(left)) : start, isCut: isCut))
    } catch {
      if distance == 0 { throw .store(error) }
      context.more.append(NoteContext.Named(note: note, title: note.path.stem.text))
    }
  }

  /// Returns the text up to its last line end or, in one long line, its last whole character.
  private static func wholeLines(_ text: ArraySlice<UInt8>) -> [UInt8] {
    if let feed = text.lastIndex(of: TaskLines.feed) { return Array(text[...feed]) }
    let start = text.suffix(4).lastIndex { $0 & 0xc0 != 0x80 } ?? text.endIndex
    let whole = String(validating: text[start...], as: UTF8.self) != nil
    return Array(whole ? text : text[..<start])
  }
}

/// A note with what it links to.
package struct NoteContext: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package var note: NoteID
    package var title: String
    /// The number of links between it and the first note.
    package var distance: Int
    package var text: [UInt8]
    package var isCut: Bool
  }

  package struct Named: Equatable, Sendable {
    package var note: NoteID
    package var title: String
  }

  package var parts: [Part] = []
  /// Notes that do not fit.
  package var more: [Named] = []

  var size: Int { parts.reduce(0) { $0 + $1.text.count } }
}

package enum ContextFailure: ExplainedError, Equatable, Sendable {
  case store(NoteStoreError)
  case index(NoteIndexError)

  package var message: String {
    switch self {
    case .store(let error): error.message
    case .index(let error): error.message
    }
  }
}
